# The words to type:
#
#   make            build the programs
#   make run        try it: build, and see a timer, a rest and a reminder go off, in a temporary folder;
#                   with KEEP=1 in your own data, with a daemon that keeps running
#   make test       run everything that must pass; make check is the same
#   make mutants    plant known bugs, and see the tests notice each
#   make simulate YEARS=1000 HISTORIES=1000
#                   simulate more than make test does; SIMULATE_SEED=n replays one seed
#   make torture    kill -9 the daemon while clients work: CYCLES (5000), SEED of an earlier run
#   make fuzz       run libFuzzer: FUZZ_SECONDS (60) for each target; FUZZ="lines engine" names some
#   make lint       check the code's format and the links of the pages
#   make bench      measure, and compare each figure with its limit
#   make pictures   make the pictures of the pages, with the real programs and a made-up year
#   make pages      open reports in a real browser, and run an accessibility checker on them
#   make desktops   try real bars, notification servers and screens; DESKTOPS="waybar dunst" names some
#   make install    install to PREFIX (/usr/local), below DESTDIR if given; PREFIX=~/.local needs no root
#   make uninstall  remove what make install put there; your data stays
#   make deb        make a Debian package in .build/deb, check it, and try it in a fresh Debian if possible
#   make dist       put the sources and all they need, and recipes for RPM and Arch Linux, into .build/dist
#   make recipes    make packages from these recipes, and compare their files with those of make install

PREFIX ?= /usr/local
DESTDIR ?=
# The units name the programs by this path; not every shell replaces the ~ in PREFIX=~/.local.
given_prefix := $(PREFIX)
override PREFIX := $(abspath $(patsubst ~/%,$(HOME)/%,$(PREFIX)))
ifneq (,$(strip $(word 2,$(given_prefix)) $(foreach sign,& | % \ ",$(findstring $(sign),$(given_prefix)))))
$(error PREFIX is '$(given_prefix)': it may have no blanks, and none of & | % \ ". Try: make install PREFIX=~/.local)
endif
# Empty for a package: its tools move the debug symbols into a package of their own.
STRIP ?= -s

# The sounds are made by a script, since nobody can read a change to a sound file. The programs look for
# them in ../share, seen from their own folder, both here and where they are installed.
sounds := .build/share/trackerd/sounds
release := .build/release
client := .build/client/release
# The compiler resolves types, not the program at run time: that took half the time of a short trackerctl run.
direct_types := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
daemon_flags := -c release --product trackerd --static-swift-stdlib $(direct_types) \
	-Xlinker -z -Xlinker now
client_flags := -c release --product trackerctl -Xswiftc -static-executable $(direct_types) \
	--scratch-path .build/client
fuzz_flags := -c release --product fuzz-driver -Xswiftc -sanitize=fuzzer -Xcc -DFUZZER \
	--scratch-path .build/fuzz

bin := $(DESTDIR)$(PREFIX)/bin
# systemd looks for a user's own units in the user's data folder, and for all others in lib.
data_home := $(or $(XDG_DATA_HOME),$(HOME)/.local/share)
unit_path := $(PREFIX)/$(if $(filter $(data_home),$(PREFIX)/share),share,lib)/systemd/user
units := $(DESTDIR)$(unit_path)
share := $(DESTDIR)$(PREFIX)/share
docs := $(share)/doc/trackerd
licenses := $(share)/licenses/trackerd
manuals := $(share)/man/man1
icons := $(share)/icons/hicolor

# Installs text files into a folder, and replaces /usr/local in them with PREFIX.
#   $(call put,MODE,FOLDER,FILES)
define put
	install -d $(2)
	for file in $(3); do \
		sed 's|/usr/local|$(PREFIX)|g' $$file > $(2)/$${file##*/} && \
			chmod $(1) $(2)/$${file##*/} || exit 1; \
	done
endef

# Written after a build, to tell whether the programs are older than their sources.
stamp := .build/built
# make install doesn't compile as root: nobody else could overwrite what root has built.
is_root := $(filter 0,$(shell id -u))
only_installs := $(and $(filter install,$(MAKECMDGOALS)),$(if $(filter build,$(MAKECMDGOALS)),,yes))

build_packages := libsystemd-dev libsqlite3-dev python3
run_packages := $(build_packages) libnotify-bin
test_packages := $(run_packages) systemd dbus dbus-user-session dunst xvfb x11-apps imagemagick \
	tesseract-ocr tmux man-db groff zsh fish python3-dbusmock util-linux desktop-file-utils \
	jq netcat-openbsd rofi xdotool curl git rsync syncthing
picture_packages := $(run_packages) dbus xfce4-notifyd xvfb xterm x11-xserver-utils imagemagick \
	chromium fonts-dejavu-core
page_packages := $(build_packages) chromium fonts-dejavu-core python3-pip
desktop_packages := $(run_packages) dbus systemd waybar sway grim polybar i3-wm i3blocks tmux xterm dunst \
	mako-notifier sway-notification-center xfce4-notifyd xfconf kwin-wayland xvfb xdotool imagemagick \
	tesseract-ocr fonts-dejavu-core python3-dbusmock
deb_packages := $(build_packages) dpkg-dev debhelper lintian mmdebstrap git
recipe_packages := $(build_packages) rpm pacman-package-manager makepkg libarchive-tools fakeroot git
bench_packages := $(run_packages) gcc libc6-dev timewarrior dbus python3-dbusmock systemd curl \
	syncthing

# Where the code is optimised, the tests that compute take a sixth of the time. Optimisation across modules crashes the
# compiler (6.3.1) in modules that can be tested. The quick loop's builds stay as they are.
test_flags := --scratch-path .build/tests -c release -Xswiftc -enable-testing -Xswiftc -disable-cmo
# Tests of programs mostly wait. The other tests only compute, so they run at the same time, with a lower
# priority.
programs := SystemdTests|TrackerDaemonTests|EndToEndTests
tests := swift test --skip-build --ignore-lock $(test_flags)
binaries := TRACKERD=$(CURDIR)/$(release)/trackerd TRACKERCTL=$(CURDIR)/$(client)/trackerctl

.PHONY: build compile is-built run trackerd trackerctl built-tests test check mutants simulate torture fuzz lint bench \
	pictures pages desktops can-install install uninstall deb dist recipes clean

build: $(if $(and $(is_root),$(only_installs)),is-built,compile)

# An optimised build mostly uses one processor, so the programs, and the tests for make test, are built at the same
# time.
compile:
	@.ci/can-build
	@$(MAKE) --no-print-directory -j3 trackerd trackerctl $(sounds) $(too)
	@touch $(stamp)

is-built:
	@[ -e $(stamp) ] && \
		[ -z "$$(find Package.swift Sources config/make-sounds -newer $(stamp) -print -quit)" ] || { \
		echo "Nothing was installed: the programs aren't built yet, or are older than their sources." \
			"Build them without root. Type:" >&2; \
		echo "    make" >&2; \
		echo "    $(if $(SUDO_USER),sudo )make install $(-*-command-variables-*-)" >&2; \
		exit 1; }

run:
	@.ci/packages $(run_packages)
	@$(MAKE) --no-print-directory build
	@KEEP='$(KEEP)' .ci/demo $(release)/trackerd $(client)/trackerctl

trackerd:
	swift build $(daemon_flags)

trackerctl:
	swift build $(client_flags)

built-tests:
	swift build --build-tests $(test_flags)

$(sounds): config/make-sounds
	rm -rf $@.new && config/make-sounds $@.new
	rm -rf $@ && mv $@.new $@
	@touch $@

test check:
	@.ci/packages $(test_packages)
	@$(MAKE) --no-print-directory lint build too=built-tests
	$(binaries) .ci/tell \
		"$(tests) --filter '$(programs)' --skip Tortures" \
		"nice $(tests) --skip '(?!.*Tortures)($(programs))'"

simulate:
	@.ci/can-build
	SIMULATE_YEARS=$(or $(YEARS),1000) SIMULATE_HISTORIES=$(or $(HISTORIES),1000) \
		swift test $(test_flags) --filter 'SimulationTests/simulatedYears|SyncHistoryTests'

mutants:
	Tests/Mutants/run $(MUTANTS)

torture: CYCLES ?= 5000
torture:
	@.ci/packages $(test_packages)
	swift build $(daemon_flags)
	TRACKERD=$(CURDIR)/$(release)/trackerd TORTURE_CYCLES=$(CYCLES) TORTURE_SEED=$(SEED) \
		swift test $(test_flags) --filter Tortures

fuzz: FUZZ_SECONDS ?= 60
fuzz:
	@.ci/packages $(run_packages)
	swift build $(fuzz_flags)
	Tests/Fuzz/run .build/fuzz/release/fuzz-driver $(FUZZ_SECONDS) $(FUZZ)

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
	.ci/check-links

bench:
	@.ci/packages $(bench_packages)
	@$(MAKE) --no-print-directory build
	swift build $(daemon_flags:trackerd=sync-figures)
	Tests/Benchmarks/run $(release)/trackerd $(client)/trackerctl $(release)/sync-figures

pictures:
	@.ci/packages $(picture_packages)
	@$(MAKE) --no-print-directory build
	swift build $(daemon_flags:trackerd=made-up-year)
	Tests/Pictures/make $(release)/trackerd $(client)/trackerctl $(release)/made-up-year

pages:
	@.ci/packages $(page_packages)
	rm -rf .build/pages && mkdir -p .build/pages
	PAGES=$(CURDIR)/.build/pages swift test $(test_flags) --filter PageFileTests
	Tests/Pages/check .build/pages

desktops:
	@.ci/packages $(desktop_packages)
	@$(MAKE) --no-print-directory build
	Tests/Desktops/check $(release)/trackerd $(client)/trackerctl .build/desktops $(DESKTOPS)

# Checked before anything is compiled.
can-install:
	@folder=$(DESTDIR)$(PREFIX)/bin; \
	until [ -e "$$folder" ]; do folder=$$(dirname "$$folder"); done; \
	[ -w "$$folder" ] || { \
		echo "Nothing was installed: you may not write to $$folder. Type:" >&2; \
		echo "    make && sudo make install $(-*-command-variables-*-)" >&2; \
		echo "or, for yourself alone:" >&2; \
		echo "    make install PREFIX=~/.local" >&2; \
		exit 1; }

install: can-install build $(sounds)
	install -Dm755 $(STRIP) $(release)/trackerd $(bin)/trackerd
	install -Dm755 $(STRIP) $(client)/trackerctl $(bin)/trackerctl
	$(call put,644,$(units),systemd/*)
	$(call put,644,$(share)/trackerd,config/config.toml)
	$(call put,644,$(share)/trackerd/library,Sources/TrackerDaemon/Library/*.toml)
	$(call put,644,$(share)/trackerd/library/programs,Sources/TrackerDaemon/Library/programs/*)
	install -Dm644 -t $(share)/trackerd/sounds $(sounds)/*
	$(call put,755,$(share)/trackerd/examples,config/examples/*.sh)
	$(call put,644,$(share)/trackerd/examples,$(filter-out %.sh,$(wildcard config/examples/*)))
	python3 config/install-pages $(docs) $(PREFIX)
	$(release)/trackerd --describe > $(docs)/openrpc.json
	install -Dm644 -t $(licenses) LICENSE config/licenses/*
	$(call put,644,$(share)/applications,config/desktop/trackerd.desktop)
	install -Dm644 -t $(icons)/scalable/apps config/desktop/trackerd.svg
	install -Dm644 -t $(icons)/symbolic/apps config/desktop/trackerd-symbolic.svg
	install -d $(manuals) $(share)/bash-completion/completions $(share)/zsh/site-functions
	install -d $(share)/fish/vendor_completions.d
	for tool in $(release)/trackerd $(client)/trackerctl; do \
		name=$${tool##*/}; \
		$$tool --generate-completion-script bash | sed '1{/^#!/d}' \
			> $(share)/bash-completion/completions/$$name; \
		$$tool --generate-completion-script zsh > $(share)/zsh/site-functions/_$$name; \
		$$tool --generate-completion-script fish > $(share)/fish/vendor_completions.d/$$name.fish; \
	done
	$(client)/trackerctl generate-manual $(manuals)
	$(release)/trackerd --experimental-dump-help | \
		$(client)/trackerctl generate-manual --of-input $(manuals)
	@[ -n "$(DESTDIR)" ] || ! command -v systemd-analyze >/dev/null || \
		! paths=$$(systemd-analyze --user unit-paths 2>/dev/null) || \
		echo "$$paths" | grep --quiet --line-regexp --fixed-strings $(unit_path) || \
		echo "systemd doesn't look for units in $(unit_path). Type:" \
			"systemctl --user link $(unit_path)/trackerd.socket $(unit_path)/trackerd.service"

# With PREFIX=~/.local, share/trackerd also has the user's own files: only installed files are removed.
uninstall:
	rm -f $(bin)/trackerd $(bin)/trackerctl
	for folder in $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/share; do \
		rm -f $$folder/systemd/user/trackerd.service $$folder/systemd/user/trackerd.socket; \
	done
	rm -f $(share)/trackerd/config.toml
	rm -rf $(addprefix $(share)/trackerd/,library sounds examples) $(docs) $(licenses)
	[ ! -d $(share)/trackerd ] || rmdir --ignore-fail-on-non-empty $(share)/trackerd
	rm -f $(share)/applications/trackerd.desktop
	rm -f $(icons)/scalable/apps/trackerd.svg $(icons)/symbolic/apps/trackerd-symbolic.svg
	rm -f $(manuals)/trackerd.1 $(manuals)/trackerctl.1 $(manuals)/trackerctl-*.1
	for name in trackerd trackerctl; do \
		rm -f $(share)/bash-completion/completions/$$name $(share)/zsh/site-functions/_$$name \
			$(share)/fish/vendor_completions.d/$$name.fish; \
	done

# Debian's tools work in a copy of the sources that has the built programs. All times are the commit's, so
# the same programs make the same package. A second package proves it.
deb := .build/deb
deb: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)
deb:
	@.ci/packages $(deb_packages)
	@$(MAKE) --no-print-directory build
	rm -rf $(deb) && mkdir -p $(deb)/tree/$(release) $(deb)/tree/$(client) $(deb)/tree/$(dir $(sounds))
	git ls-files -z --cached --others --exclude-standard | \
		tar --create --null --files-from - | tar --extract --directory $(deb)/tree
	cp -r config/debian $(deb)/tree/debian
	cp $(release)/trackerd $(deb)/tree/$(release)
	cp $(client)/trackerctl $(deb)/tree/$(client)
	cp -r $(sounds) $(deb)/tree/$(sounds)
	mkdir $(deb)/again && cp -r $(deb)/tree $(deb)/again/tree
	cd $(deb)/tree && dpkg-buildpackage --build=binary --no-sign
	cd $(deb)/again/tree && dpkg-buildpackage --build=binary --no-sign >/dev/null
	cmp $(deb)/trackerd_*.deb $(deb)/again/trackerd_*.deb
	$(MAKE) --no-print-directory -o build install DESTDIR=$(CURDIR)/$(deb)/installed PREFIX=/usr
	.ci/check-deb $(deb)/trackerd_*.deb $(deb)/installed
	rm -rf $(deb)/tree $(deb)/again $(deb)/installed
	@ls $(deb)/*.deb

# The last commit, with the packages that Package.swift names in the folder vendor. Distributions build
# without a network, so the copy of Package.swift takes them from there.
dist := .build/dist
version := $(shell sed -n '1s/.*(\(.*\)).*/\1/p' config/debian/changelog)
source := trackerd-$(version)
dist:
	swift package resolve
	rm -rf $(dist) && mkdir -p $(dist)/$(source)
	git archive HEAD | tar --extract --directory $(dist)/$(source)
	for package in .build/checkouts/*; do \
		folder=$(dist)/$(source)/vendor/$${package##*/}; \
		mkdir -p $$folder && tar --create --directory $$package --exclude ./.git --exclude ./Tests \
			--exclude ./Documentation --exclude '*.png' . | tar --extract --directory $$folder || exit 1; \
	done
	chmod -R u+w $(dist)/$(source)
	sed -i 's|\.package(url: "[^"]*/\([^/"]*\)", exact: "[^"]*")|.package(path: "vendor/\1")|' \
		$(dist)/$(source)/Package.swift
	# Reads all the packages, so that a missing file fails here, not at a distribution.
	cd $(dist)/$(source) && swift package show-dependencies >/dev/null && rm -rf .build Package.resolved
	tar --create --sort=name --mtime=@$$(git log -1 --format=%ct) --owner=0 --group=0 --numeric-owner \
		--directory $(dist) $(source) | gzip --no-name > $(dist)/$(source).tar.gz
	rm -rf $(dist)/$(source)
	cp config/rpm/trackerd.spec config/arch/PKGBUILD $(dist)
	@ls $(dist)/*

recipes:
	@.ci/packages $(recipe_packages)
	@$(MAKE) --no-print-directory build dist
	$(MAKE) --no-print-directory -o build install DESTDIR=$(CURDIR)/$(dist)/installed PREFIX=/usr
	.ci/check-recipes $(dist) $(CURDIR)/$(release) $(CURDIR)/$(client)

clean:
	swift package clean
	rm -rf .build/client .build/fuzz $(deb) $(dist) $(sounds) $(stamp)
