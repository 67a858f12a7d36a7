import * as l10n from '@vscode/l10n';

/** The kind of program that a change of a file can make run code. */
export type SensitiveReason =
  | 'editor'
  | 'git'
  | 'ci'
  | 'shell'
  | 'packages'
  | 'build'
  | 'tools'
  | 'agents'
  | 'home'
  | 'pi'
  | 'user-settings';

/** Returns the reason as a sentence for a question's card. */
export function reasonText(reason: SensitiveReason): string {
  switch (reason) {
    case 'editor':
      return l10n.t('Editors read this file and can run code it names.');
    case 'git':
      return l10n.t('Git reads this file and can run code it names.');
    case 'ci':
      return l10n.t('Build servers run what this file says.');
    case 'shell':
      return l10n.t('Shells read this file and can run code it contains.');
    case 'packages':
      return l10n.t('Package managers and their scripts run what this file says.');
    case 'build':
      return l10n.t('Build tools run what this file says.');
    case 'tools':
      return l10n.t('Development tools run this configuration as code.');
    case 'agents':
      return l10n.t('Coding agents take instructions from this file.');
    case 'home':
      return l10n.t('Hidden files in your home folder configure shells, keys, and programs.');
    case 'pi':
      return l10n.t('pi reads its settings and extensions from this folder.');
    case 'user-settings':
      return l10n.t('VS Code reads your settings and extensions from this folder.');
  }
}

/** Names of files and folders anywhere in a workspace, in lower case. A folder includes everything in it. */
const names: Readonly<Record<Exclude<SensitiveReason, 'home' | 'pi' | 'user-settings'>, string>> = {
  editor: `
    .vscode .vscode-server .vscode-test.mjs .idea .vs .zed .fleet .nova .sublime-project .vimrc .exrc .nvimrc .nvim.lua
    .dir-locals.el .devcontainer devcontainer.json .devcontainer.json .gitpod.yml .gitpod.dockerfile .replit .run
    .vscode-insiders .vscode-test .vscode-test.js .vscode-test.cjs .helix .lapce .kakrc .nvim .vim .vimspector.json
    .local.vimrc _vimrc .dir-locals-2.el .emacs.d .ycm_extra_conf.py .clangd .ccls compile_flags.txt compile_commands.json
    .project .classpath .factorypath .settings .externaltoolbuilders .bsp .bloop .metals omnisharp.json .omnisharp
    .luarc.json pyrightconfig.json hie.yaml rust-project.json rust-analyzer.toml .rust-analyzer.toml .solargraph.yml
    .ruby-lsp .gitpod .codesandbox .idx`,
  git: `
    .git .gitattributes .gitmodules .gitconfig .githooks .husky .hg .hgrc .svn .jj .pre-commit-config.yaml
    .pre-commit-config.yml .pre-commit-hooks.yaml lefthook.yml lefthook.yaml .lefthook.yml .overcommit.yml githooks
    .git-hooks git-hooks .hooks .lfsconfig .gitreview .overcommit captainhook.json grumphp.yml grumphp.yml.dist .prek.toml
    prek.toml .simple-git-hooks.json simple-git-hooks.json .simple-git-hooks.js`,
  ci: `
    .github .gitlab-ci.yml .gitlab .circleci .travis.yml azure-pipelines.yml azure-pipelines.yaml .azure-pipelines
    jenkinsfile .buildkite bitbucket-pipelines.yml .woodpecker .woodpecker.yml .drone.yml appveyor.yml .appveyor.yml
    cloudbuild.yaml cloudbuild.yml .semaphore .cirrus.yml .forgejo .gitea codefresh.yml buildspec.yml netlify.toml
    vercel.json .gitlab-ci.yaml .teamcity bamboo-specs .vsts-ci.yml .vsts-ci .builds .build.yml .build.yaml wercker.yml
    .scrutinizer.yml codemagic.yaml bitrise.yml render.yaml railway.json railway.toml fly.toml app.yaml heroku.yml
    amplify.yml .ebextensions .platform .platform.app.yaml firebase.json now.json .mergify.yml renovate.json
    renovate.json5 .tekton .argo .dagger dagger.json .readthedocs.yml .readthedocs.yaml .cirrus.star .goreleaser.yml
    .goreleaser.yaml cloudbuild.json .zuul.yaml zuul.yaml .zuul.d .lgtm.yml`,
  shell: `
    .envrc .env .direnv .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile
    .zlogin .inputrc .tool-versions mise.toml .mise.toml .mise .rtx.toml .autoenv .python-version .node-version .nvmrc
    .zlogout .login .logout .xprofile .xsession .flaskenv .prototools devbox.json .devbox .flox .hermit aqua.yaml .aqua
    desktop.ini autorun.inf .sdkmanrc .iex.exs .ghci .rprofile .renviron .lldbinit .gdbinit .erlang .octaverc`,
  packages: `
    package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml .npmrc .yarnrc .yarnrc.yml .yarn .pnp.cjs
    .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs pnpmfile.js pnpm-workspace.yaml bunfig.toml bun.lock node_modules .bin
    deno.json deno.jsonc lerna.json nx.json turbo.json project.json rush.json workspace.json pyproject.toml setup.py
    setup.cfg requirements.txt pip.conf pipfile tox.ini noxfile.py conftest.py pytest.ini sitecustomize.py
    usercustomize.py .venv venv poetry.toml uv.toml hatch.toml hatch_build.py gemfile gemfile.lock rakefile .bundle .irbrc
    .pryrc .rspec composer.json composer.lock cargo.toml cargo.lock .cargo build.rs rust-toolchain rust-toolchain.toml
    go.mod go.work mix.exs rebar.config package.swift podfile pubspec.yaml stack.yaml cabal.project nuget.config
    global.json paket.dependencies binding.gyp bower.json .pnpm-workspace-state.json pipfile.lock poetry.lock uv.lock
    pdm.lock pdm.toml pixi.toml pixi.lock .pixi environment.yml environment.yaml conda.yml constraints.txt pyvenv.cfg .tox
    .nox __pypackages__ __pycache__ site-packages .eggs .conda dodo.py fabfile.py conf.py setup.hs package.resolved
    cartfile brewfile appfile fastlane guardfile capfile thorfile berksfile steepfile config.ru shard.yml shard.lock
    dub.json dub.sdl dub.selections.json build.zig build.zig.zon build.pl makefile.pl cpanfile project.toml manifest.toml
    go.sum go.work.sum go.env dune dune-project dune-workspace elm.json pubspec.lock melos.yaml analysis_options.yaml
    build.yaml packages.config paket.lock directory.packages.props .nuspec rebar.lock rebar.config.script mix.lock
    cabal.project.local cabal.project.freeze package.yaml build.boot profiles.clj bb.edn config.nims nim.cfg vcpkg.json
    conanfile.py conanfile.txt bun.lockb jsr.json deno.lock`,
  build: `
    makefile gnumakefile bsdmakefile makefile.am makefile.in cmakelists.txt cmakepresets.json cmakeuserpresets.json
    meson.build build.ninja build.bazel workspace.bazel module.bazel .bazelrc .bazelversion .buckconfig sconstruct
    sconscript wscript justfile .justfile taskfile.yml taskfile.yaml taskfile.dist.yml dockerfile containerfile
    docker-compose.yml docker-compose.yaml docker-compose.override.yml compose.yml compose.yaml vagrantfile procfile
    tiltfile earthfile configure.ac autogen.sh bootstrap.sh build.gradle build.gradle.kts settings.gradle
    settings.gradle.kts gradle.properties gradlew gradlew.bat gradle init.gradle pom.xml .mvn mvnw mvnw.cmd build.xml
    build.sbt build.sc project.clj deps.edn shadow-cljs.edn directory.build.props directory.build.targets flake.nix
    flake.lock shell.nix default.nix devenv.nix ansible.cfg .terraformrc serverless.yml skaffold.yaml dangerfile fastfile
    magefile.go tools.go kbuild kconfig xmake.lua premake5.lua premake4.lua jakefile jakefile.js cakefile snakefile
    nextflow.config dvc.yaml dvcfile mlproject buildsrc .gradle .buildkit docker-bake.json docker-bake.hcl
    kustomization.yaml kustomization.yml helmfile.yaml helmfile.yml chart.yaml werf.yaml devspace.yaml garden.yml
    okteto.yml pulumi.yaml cdk.json cdktf.json samconfig.toml serverless.yaml serverless.ts terragrunt.hcl .terraform
    puppetfile cheffile playbook.yml pants.toml .plzconfig .pleaseconfig moon.yml .moon .earthly build.cake build.ps1
    psakefile.ps1 build.fsx latexmkrc book.toml mkdocs.yml _config.yml _plugins antora.yml meson.options meson_options.txt
    configure.in .gn args.gn`,
  tools: `
    .config .babelrc .babelrc.json .eslintrc .eslintrc.json .eslintrc.yml .eslintrc.yaml .prettierrc .prettierrc.json
    .prettierrc.yml .prettierrc.yaml .prettierrc.toml .stylelintrc .stylelintrc.json .mocharc.json .mocharc.jsonc
    .mocharc.yml .mocharc.yaml .lintstagedrc .lintstagedrc.json .commitlintrc .nycrc .nycrc.json .c8rc.json .taprc .swcrc
    .postcssrc .browserslistrc .remarkrc .textlintrc .huskyrc .releaserc .release-it.json .czrc nodemon.json .pylintrc
    pylintrc mypy.ini .mypy.ini ruff.toml .flake8 .isort.cfg .coveragerc .rubocop.yml .golangci.yml .golangci.yaml
    .clang-tidy phpunit.xml phpstan.neon .php-cs-fixer.php tsconfig.json jsconfig.json angular.json ionic.config.json
    app.json wrangler.toml biome.json .storybook .markdownlint-cli2.jsonc .markdownlint-cli2.yaml .markdownlint-cli2.cjs
    .markdownlint-cli2.mjs .eleventy.js .eleventy.cjs .eleventy.mjs ember-cli-build.js brocfile.js testem.js knexfile.js
    knexfile.ts ormconfig.json tslint.json cypress.json jasmine.json phpunit.xml.dist phpunit.dist.xml
    .php-cs-fixer.dist.php .php_cs phpstan.neon.dist psalm.xml rector.php infection.json infection.json5 .ruff.toml
    .golangci.toml .golangci.json .rubocop_todo.yml .standard.yml .simplecov .reek.yml .yardopts .rdoc_options
    .rspec-local .credo.exs .formatter.exs .scalafix.conf .scalafmt.conf foundry.toml anchor.toml .solcover.js dprint.json
    .dprint.json .trunk .changeset .size-limit.js .size-limit.json wallaby.js .air.toml .runsettings .pyre_configuration
    .pytest.ini tox.toml nose.cfg .nosetests .bandit .semgrep.yml .semgrep .vale.ini .busted .luacheckrc clippy.toml
    cross.toml .perlcriticrc .dependency-cruiser.js .dependency-cruiser.cjs .dependency-cruiser.mjs wdio.conf.js
    gatsby-config.js gatsby-node.js gatsby-browser.js gatsby-ssr.js metro.config.js react-native.config.js
    lefthook-local.yml lefthook-local.yaml .lefthook-local.yml lint-staged.config.js graphql.config.js codegen.yml
    codegen.ts buf.gen.yaml buf.yaml sqlc.yaml .graphqlrc knip.json web-test-runner.config.js`,
  agents: `
    .pi .agents agents.md agents.override.md agents.local.md agent.md claude.md claude.local.md gemini.md codex.md qwen.md
    .claude .claude.json .cursor .cursorrules .cursorignore .windsurf .windsurfrules .clinerules .cline .roo .roomodes
    .roorules .continue .continuerc.json .codex .gemini .qwen .opencode opencode.json opencode.jsonc .mcp.json mcp.json
    .mcp mcp_config.json .aider.conf.yml .aider.conventions.md conventions.md .kiro .amazonq .junie .goose .goosehints
    .rules .trae .augment .augment-guidelines .factory .crush crush.json crush.md .tabnine .copilot
    copilot-instructions.md skill.md .warp.md warp.md .kilocode .kilocodemodes .kilocoderules .kilo .amp .ampcode
    .openhands .devin .jules .zencoder .codeium .codebuddy .qoder .lingma .cody .sourcegraph .mentat .plandex .firebender
    .pearai .specify .bmad-core .cospec .iflow .droid .neovate .letta .openclaw iflow.md devin.md jules.md copilot.md
    codebuddy.md qoder.md replit.md append_system.md .cursorindexingignore .aiexclude .aiignore .geminiignore .rooignore
    .clineignore .continueignore .promptfoo`,
};

/** Patterns of such names. */
const patterns: readonly (readonly [RegExp, SensitiveReason])[] = [
  [/\.(?:code-workspace|code-profile|sublime-project|sublime-workspace|iml|ipr|iws)$/, 'editor'],
  // Short names that Windows gives to `.git` and similar names.
  [/^\.?git~\d+$|^gitmod~\d+$|^gi[0-9a-f]{4}~\d+$/, 'git'],
  [
    /^\.env\b.+|^\.(?:bash|zsh|ksh|csh|tcsh|fish)[\w-]*$|^\.[\w-]+-version$|\.(?:desktop|lnk|scf|url)$/,
    'shell',
  ],
  [
    /\.(?:gemspec|podspec|csproj|vbproj|fsproj|vcxproj|sln|slnx|props|targets|cabal|nimble|rockspec|sbt|pth)$/,
    'packages',
  ],
  [
    /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$|^gemfile\.|\.(?:gypi?|opam|egg-link|nuspec|proj|pubxml|rsp)$/,
    'packages',
  ],
  [
    /^(?:makefile|dockerfile|containerfile|procfile|rakefile|justfile|vagrantfile|earthfile|tiltfile)[._-].+/,
    'build',
  ],
  [
    /^jenkinsfile[._-].+|^\.?(?:gitlab|drone|travis|woodpecker|azure-pipelines|buildspec|cloudbuild|appveyor|bitbucket-pipelines)[\w.-]*\.(?:ya?ml|json|star)$/,
    'ci',
  ],
  [/^\.?(?:taskfile|mise|lefthook|pre-commit)[\w.-]*\.(?:ya?ml|toml|json)$/, 'build'],
  [
    /^\.?mcp[\w.-]*\.(?:json5?|jsonc|toml|ya?ml)$|^\.aider|^\.(?:clinerules|cursorrules|windsurfrules|roo|roorules)\b/,
    'agents',
  ],
  [/^(?:agents?|claude|gemini|codex|copilot)\.[\w.-]+\.md$/, 'agents'],
  [
    /\.(?:mk|mak|make|cmake|bzl|bazel|gradle|gradle\.kts|ninja|nix|just|dockerfile|tf|tf\.json|tfvars|hcl|nomad|pro|pri|rake|thor|cake|gn|gni|nims|buildfile|sublime-build|latexmkrc)$/,
    'build',
  ],
  [/^(?:docker-)?compose[\w.-]*\.ya?ml$/, 'build'],
  [
    /[.-](?:config|conf|setup|preset|workspace|rc)\.(?:[cm]?[jt]sx?|json[5c]?|ya?ml|toml|py|rb|php|lua|exs|ps1|kts|groovy|local)$/,
    'tools',
  ],
  [/^\.[\w-]+rc(?:\.[\w.]+)?$/, 'tools'],
  [
    /^(?:gulpfile|gruntfile|webpack|rollup|vite|vitest|jest|babel|karma|esbuild|metro|tailwind|eslint|prettier)\b.*\.[cm]?[jt]sx?$/,
    'tools',
  ],
  [/^(?:ts|js)config[\w.-]*\.json$/, 'tools'],
  [/\.(?:instructions|prompt|chatmode|agent|mode)\.md$|\.mdc$/, 'agents'],
];

const byName = new Map<string, SensitiveReason>(
  Object.entries(names).flatMap(([reason, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((name) => [name, reason as SensitiveReason] as const),
  ),
);

/** Names that are sensitive only for files, because folders with these names are common. */
const buildFiles = new Set(['build', 'workspace', 'buck', 'configure']);

/** Files by which a folder is a repository without a `.git`, whose configuration Git obeys in that folder. */
const bareRepository = new Set(['head', 'commondir', 'config.worktree']);

/** Returns the reason why changing a file or folder of this name can make a program run something. */
export function reasonOfName(name: string, isLast: boolean): SensitiveReason | undefined {
  if (isLast && buildFiles.has(name)) return 'build';
  if (isLast && bareRepository.has(name)) return 'git';
  return byName.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1];
}
