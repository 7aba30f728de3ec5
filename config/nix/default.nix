# A package for Nix of programs that `make build` has built in this checkout:
#   nix-build --expr '(import <nixpkgs> { }).callPackage ./config/nix { }'
# Only its syntax has been checked so far.
{
  lib,
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
  # Its own, and those of what is linked in: config/licenses/NOTICES.md.
  meta = {
    description = "Timers, reminders and a training log as a user service";
    license = with lib.licenses; [
      mit
      asl20
      unicode-30
      lgpl21Plus
      gpl3Plus
    ];
    platforms = lib.platforms.linux;
  };
}
