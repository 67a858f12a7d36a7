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
  editor:
    '.vscode .vscode-server .vscode-test.mjs .idea .vs .zed .fleet .nova .sublime-project .vimrc .exrc .nvimrc .nvim.lua .dir-locals.el ' +
    '.devcontainer devcontainer.json .devcontainer.json .gitpod.yml .gitpod.dockerfile .replit .run',
  git:
    '.git .gitattributes .gitmodules .gitconfig .githooks .husky .hg .hgrc .svn .jj .pre-commit-config.yaml ' +
    '.pre-commit-config.yml .pre-commit-hooks.yaml lefthook.yml lefthook.yaml .lefthook.yml .overcommit.yml',
  ci:
    '.github .gitlab-ci.yml .gitlab .circleci .travis.yml azure-pipelines.yml azure-pipelines.yaml .azure-pipelines jenkinsfile ' +
    '.buildkite bitbucket-pipelines.yml .woodpecker .woodpecker.yml .drone.yml appveyor.yml .appveyor.yml cloudbuild.yaml ' +
    'cloudbuild.yml .semaphore .cirrus.yml .forgejo .gitea codefresh.yml buildspec.yml netlify.toml vercel.json',
  shell:
    '.envrc .env .direnv .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin ' +
    '.inputrc .tool-versions mise.toml .mise.toml .mise .rtx.toml .autoenv .python-version .node-version .nvmrc',
  packages:
    'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml .npmrc .yarnrc .yarnrc.yml .yarn .pnp.cjs ' +
    '.pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs pnpmfile.js pnpm-workspace.yaml bunfig.toml bun.lock node_modules .bin deno.json ' +
    'deno.jsonc lerna.json nx.json turbo.json project.json rush.json workspace.json pyproject.toml setup.py setup.cfg ' +
    'requirements.txt pip.conf pipfile tox.ini noxfile.py conftest.py pytest.ini sitecustomize.py usercustomize.py .venv venv ' +
    'poetry.toml uv.toml hatch.toml hatch_build.py gemfile gemfile.lock rakefile .bundle .irbrc .pryrc .rspec composer.json ' +
    'composer.lock cargo.toml cargo.lock .cargo build.rs rust-toolchain rust-toolchain.toml go.mod go.work mix.exs rebar.config ' +
    'package.swift podfile pubspec.yaml stack.yaml cabal.project nuget.config global.json paket.dependencies',
  build:
    'makefile gnumakefile bsdmakefile makefile.am makefile.in cmakelists.txt cmakepresets.json cmakeuserpresets.json meson.build ' +
    'build.ninja build.bazel workspace.bazel module.bazel .bazelrc .bazelversion .buckconfig sconstruct ' +
    'sconscript wscript justfile .justfile taskfile.yml taskfile.yaml taskfile.dist.yml dockerfile containerfile ' +
    'docker-compose.yml docker-compose.yaml docker-compose.override.yml compose.yml compose.yaml vagrantfile procfile tiltfile ' +
    'earthfile configure.ac autogen.sh bootstrap.sh build.gradle build.gradle.kts settings.gradle settings.gradle.kts ' +
    'gradle.properties gradlew gradlew.bat gradle init.gradle pom.xml .mvn mvnw mvnw.cmd build.xml build.sbt build.sc project.clj ' +
    'deps.edn shadow-cljs.edn directory.build.props directory.build.targets flake.nix flake.lock shell.nix default.nix devenv.nix ' +
    'ansible.cfg .terraformrc serverless.yml skaffold.yaml dangerfile fastfile magefile.go tools.go',
  tools:
    '.config .babelrc .babelrc.json .eslintrc .eslintrc.json .eslintrc.yml .eslintrc.yaml .prettierrc .prettierrc.json .prettierrc.yml ' +
    '.prettierrc.yaml .prettierrc.toml .stylelintrc .stylelintrc.json .mocharc.json .mocharc.jsonc .mocharc.yml .mocharc.yaml ' +
    '.lintstagedrc .lintstagedrc.json .commitlintrc .nycrc .nycrc.json .c8rc.json .taprc .swcrc .postcssrc .browserslistrc ' +
    '.remarkrc .textlintrc .huskyrc .releaserc .release-it.json .czrc nodemon.json .pylintrc pylintrc mypy.ini .mypy.ini ruff.toml ' +
    '.flake8 .isort.cfg .coveragerc .rubocop.yml .golangci.yml .golangci.yaml .clang-tidy phpunit.xml phpstan.neon .php-cs-fixer.php ' +
    'tsconfig.json jsconfig.json angular.json ionic.config.json app.json wrangler.toml biome.json',
  agents:
    '.pi .agents agents.md agents.override.md agents.local.md agent.md claude.md claude.local.md gemini.md codex.md qwen.md .claude ' +
    '.claude.json .cursor .cursorrules .cursorignore .windsurf .windsurfrules .clinerules .cline .roo .roomodes .roorules ' +
    '.continue .continuerc.json .codex .gemini .qwen .opencode opencode.json opencode.jsonc .mcp.json mcp.json .mcp mcp_config.json ' +
    '.aider.conf.yml .aider.conventions.md conventions.md .kiro .amazonq .junie .goose .goosehints .rules .trae .augment ' +
    '.augment-guidelines .factory .crush crush.json crush.md .tabnine .copilot copilot-instructions.md skill.md .warp.md warp.md',
};

/** Patterns of such names. */
const patterns: readonly (readonly [RegExp, SensitiveReason])[] = [
  [/\.(?:code-workspace|code-profile|sublime-project|sublime-workspace|iml|ipr|iws)$/, 'editor'],
  // Short names that Windows gives to `.git` and similar names.
  [/^\.?git~\d+$|^gitmod~\d+$|^gi[0-9a-f]{4}~\d+$/, 'git'],
  [/^\.env\..+|^\.(?:bash|zsh|ksh|csh|tcsh|fish)[\w-]*$/, 'shell'],
  [
    /\.(?:gemspec|podspec|csproj|vbproj|fsproj|vcxproj|sln|slnx|props|targets|cabal|nimble|rockspec|sbt|pth)$/,
    'packages',
  ],
  [/^requirements[\w.-]*\.(?:txt|in)$/, 'packages'],
  [/^(?:makefile|dockerfile|containerfile|jenkinsfile)[.-].+/, 'build'],
  [
    /\.(?:mk|mak|make|cmake|bzl|bazel|gradle|gradle\.kts|ninja|nix|just|dockerfile|tf|tfvars|pro|pri)$/,
    'build',
  ],
  [/^(?:docker-)?compose[\w.-]*\.ya?ml$/, 'build'],
  [/[.-](?:config|conf|setup|preset|workspace|rc)\.(?:[cm]?[jt]sx?|json5?|ya?ml|toml)$/, 'tools'],
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
    list.split(' ').map((name) => [name, reason as SensitiveReason] as const),
  ),
);

/** Names that are sensitive only for files, because folders with these names are common. */
const buildFiles = new Set(['build', 'workspace', 'buck', 'configure']);

/** Returns the reason why changing a file or folder with this name can make a program run code. */
export function reasonOfName(name: string, isLast: boolean): SensitiveReason | undefined {
  if (isLast && buildFiles.has(name)) return 'build';
  return byName.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1];
}
