# A package for Nix of programs that `make build` has built in this checkout:
#   nix-build --expr '(import <nixpkgs> { }).callPackage ./config/nix { }'
# Only its syntax has been checked so far.
{
  stdenv,
  autoPatchelfHook,
  python3,
  sqlite,
  systemd,
}:
stdenv.mkDerivation {
  pname = "trackerd";
  version = "0.1.0";
  src = ../..;
  nativeBuildInputs = [
    autoPatchelfHook
    python3
  ];
  buildInputs = [
    sqlite
    stdenv.cc.cc.lib
    systemd
  ];
  dontBuild = true;
  # The programs write their own manuals and completions.
  preInstall = "autoPatchelf .build/release/trackerd";
  installPhase = ''
    runHook preInstall
    make -o build -o .build/share/trackerd/sounds install PREFIX=$out
    runHook postInstall
  '';
}
