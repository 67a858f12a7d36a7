import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realTarget } from '../../../src/extension/base/paths';
import { scopeOf } from '../../../src/extension/approvals/pathScope';

/** More names of the same kinds, one line for each family. */
const moreFiles = {
  editor: `.clangd compile_commands.json .ycm_extra_conf.py .vscode-test/x .vscode-insiders/settings.json .zed/tasks.json .helix/languages.toml
    .bsp/x.json .settings/a.prefs .project rust-analyzer.toml hie.yaml omnisharp.json .luarc.json .idea/workspace.xml a.sublime-project`,
  git: `githooks/pre-commit .git-hooks/x .lfsconfig .pre-commit-config.yaml sub/HEAD sub/config.worktree captainhook.json .overcommit/x .hooks/pre-push`,
  ci: `.gitlab-ci.local.yml Jenkinsfile.release .teamcity/settings.kts azure-pipelines-release.yml .woodpecker/a.yml renovate.json .readthedocs.yaml
    buildspec-test.yml firebase.json .tekton/a.yaml .drone.star`,
  shell: `.env.production .flaskenv .ruby-version .terraform-version .gdbinit .ghci .iex.exs .prototools devbox.json x.desktop x.lnk desktop.ini .zlogout`,
  packages: `binding.gyp tox.ini setup.py setup.cfg conftest.py pyproject.toml uv.lock Pipfile.lock Gemfile Gemfile.local Rakefile cpanfile build.zig
    dune-project a.opam vcpkg.json conanfile.py .venv/bin/activate __pycache__/a.pyc site-packages/a.pth packages.config constraints.txt jsr.json
    yarn.lock Cargo.lock go.sum .cargo/config.toml pixi.toml Brewfile config.ru`,
  build: `Justfile .bazelrc CMakeLists.txt cdk.json terragrunt.hcl main.tf.json lefthook.toml taskfile.ci.yml Snakefile buildSrc/a.kts book.toml mkdocs.yml
    latexmkrc Procfile.dev Rakefile.local xmake.lua .gradle/a build.ps1 a.rake BUILD.gn _config.yml .terraform/a moon.yml serverless.yaml`,
  tools: `.eslintrc.yaml .eslintrc.cjs tsconfig.json tsconfig.app.json vite.config.mts .storybook/main.ts .markdownlint-cli2.mjs tslint.json knexfile.ts
    .eleventy.js gatsby-node.js jasmine.json phpunit.xml.dist .rubocop_todo.yml .ruff.toml gunicorn.conf.py foundry.toml dprint.json .trunk/trunk.yaml
    .dependency-cruiser.cjs .credo.exs jest.config.json pyproject.local.config.json`,
  agents: `.github-x/../AGENTS.md .gemini/settings.json GEMINI.md .aider.model.settings.yml .aiderignore .opencode/agent/x.md .kilocode/rules/x.md .clinerules-code
    .roorules-code .roo/rules/x.md mcp.local.json .mcp.toml claude.project.md agents.team.md .windsurf/rules/x.md docs/copilot-instructions.md
    .continue/config.yaml QODER.md .devin/x .amp/x APPEND_SYSTEM.md`,
};

describe('Path scopes:', () => {
  const home = process.env['HOME'];
  let root = '';
  let work = '';
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'enso-scope-')));
    work = join(root, 'work');
    mkdirSync(work);
  });
  afterEach(() => {
    process.env['HOME'] = home;
    rmSync(root, { recursive: true, force: true });
  });

  const reason = async (folder: string, path: string) =>
    (await scopeOf(join(folder, path), [folder])).sensitive;
  const link = (target: string, path: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    symlinkSync(join(root, target), join(root, path));
  };

  it('a path in any folder of the workspace is inside, even through a link', async () => {
    link('work', 'link');
    const folders = [join(root, 'other'), join(root, 'link')];
    assert.equal((await scopeOf(join(work, 'new', 'a.txt'), folders)).inside, true);
    assert.equal((await scopeOf(join(root, 'work-b', 'a.txt'), folders)).inside, false);
    assert.equal((await scopeOf(join(work, '..', 'a.txt'), folders)).inside, false);
  });

  it('a path in a circle of links has no scope', async () => {
    link('b', 'a');
    link('a', 'b');
    await assert.rejects(realTarget(join(root, 'a', 'x')));
  });

  it('a file that makes programs run code is sensitive', async () => {
    const files = {
      editor: [
        'x.code-workspace',
        '.vscode/tasks.json',
        'sub/.VSCODE/settings.json',
        '.devcontainer/devcontainer.json',
        '.idea/a.xml',
      ],
      git: [
        '.git/hooks/post-commit',
        '.githooks/pre-commit',
        '.gitattributes',
        'sub/.gitattributes',
        '.husky/_/h',
        '.gitmodules',
        '.GIT/config',
        '.g\u200cit/config',
        '.git./config',
        'GIT~1/config',
        'lefthook.yml',
      ],
      ci: [
        '.github/workflows/x.yml',
        '.gitlab-ci.yml',
        'Jenkinsfile',
        '.circleci/config.yml',
        'azure-pipelines.yml',
      ],
      shell: ['.envrc', '.env', '.env.local', '.tool-versions', 'mise.toml', '.bashrc'],
      packages: [
        'package.json',
        'sub/package.json',
        '.npmrc',
        'node_modules/.bin/tsc',
        'node_modules/x/index.js',
        '.yarnrc.yml',
        'pyproject.toml',
        'conftest.py',
        'Cargo.toml',
        'build.rs',
        'go.mod',
        'a.gemspec',
        '.pnpmfile.cjs',
        'requirements-dev.txt',
      ],
      build: [
        'Makefile',
        'GNUmakefile',
        'x.mk',
        'Makefile.am',
        'CMakeLists.txt',
        'justfile',
        'Taskfile.yml',
        'Dockerfile',
        'docker-compose.yml',
        'build.gradle',
        'gradlew',
        'BUILD',
        'rules.bzl',
        'flake.nix',
      ],
      tools: [
        'eslint.config.mjs',
        '.eslintrc.cjs',
        '.prettierrc',
        'vite.config.ts',
        'jest.config.js',
        'webpack.prod.js',
        '.mocharc.json',
        '.babelrc',
        'tsconfig.base.json',
        'karma.conf.js',
        '.config/dotnet-tools.json',
      ],
      agents: [
        'AGENTS.md',
        'sub/agents.md',
        'CLAUDE.md',
        '.mcp.json',
        '.cursor/rules/a.mdc',
        '.cursorrules',
        '.claude/settings.json',
        '.pi/extensions/x.ts',
        '.agents/skills/a/SKILL.md',
        'GEMINI.md',
        '.windsurfrules',
        'a.instructions.md',
      ],
    };
    for (const [expected, paths] of Object.entries(files)) {
      for (const path of paths) assert.equal(await reason(work, path), expected, path);
    }
    for (const [expected, text] of Object.entries(moreFiles)) {
      for (const path of text.trim().split(/\s+/)) assert.equal(await reason(work, path), expected, path);
    }
    const ordinary = [
      'agents-overview.md',
      'next-page.tsx',
      'src/app_config.py',
      'overhead.ts',
      'heads/a.txt',
      '.envoy/a.yaml',
      'tasks.py',
      'mcp.md',
      'docs/claude.txt',
      'src/config.ts',
      'src/hooks/use.ts',
      'build/out.js',
      'README.md',
      'notes.txt',
      'src/make.ts',
      'a.json',
      'gitlab.md',
      'env.ts',
    ];
    for (const path of ordinary) assert.equal(await reason(work, path), undefined, path);
  });

  it('the target of a link with a sensitive name is sensitive', async () => {
    link('work/cfg/pi', 'work/.pi');
    link('work/tools/hooks', 'work/.git/hooks');
    link('work/build/rules', 'work/Makefile');
    link('work/ext', 'work/.agents/skills/own');
    const paths = [
      '.pi/extensions/x.ts',
      'cfg/pi/extensions/x.ts',
      'tools/hooks/post-commit',
      'build/rules',
      'ext/SKILLS.txt',
    ];
    for (const path of paths) assert.notEqual(await reason(work, path), undefined, path);
    assert.equal(await reason(work, 'cfg/other.ts'), undefined);
  });

  it("files in a repository's configured hooks folder are sensitive", async () => {
    mkdirSync(join(work, '.git'));
    writeFileSync(join(work, '.git/config'), '[core]\n\thooksPath = "tools/h"\n');
    assert.equal(await reason(work, 'tools/h/pre-commit'), 'git');
    assert.equal(await reason(work, 'tools/other'), undefined);
  });

  it('hidden files of the home folder are sensitive under each path of that folder', async () => {
    mkdirSync(join(root, 'real/home/projects'), { recursive: true });
    link('real/home', 'home');
    const files = [
      '.anything',
      '.ssh/authorized_keys',
      '.config/Code/User/settings.json',
      '.config/nvim/init.lua',
    ];
    for (const name of ['home', 'real/home', 'home/', 'real/home/', 'home/../home']) {
      process.env['HOME'] = `${root}/${name}`;
      for (const folder of ['home', 'real/home', 'real', '.', '../..']) {
        for (const file of files) {
          for (const at of ['home', 'real/home']) {
            const { sensitive } = await scopeOf(join(root, at, file), [join(root, folder)]);
            assert.equal(sensitive, 'home', `${name} ${folder} ${file}`);
          }
        }
        assert.equal(
          (await scopeOf(join(root, 'home/projects/a.txt'), [join(root, folder)])).sensitive,
          undefined,
        );
      }
      assert.equal((await scopeOf(join(root, 'home', '.x'), ['/'])).sensitive, 'home');
    }
  });

  it('ordinary files of a project in a hidden folder of the home folder are not sensitive', async () => {
    process.env['HOME'] = root;
    const project = join(root, '.tool', 'worktrees', 'one');
    mkdirSync(project, { recursive: true });
    assert.equal(await reason(project, 'src/a.ts'), undefined);
    assert.equal(await reason(project, 'package.json'), 'packages');
    assert.equal(await reason(join(root, '.config', 'a', 'b'), 'x.lua'), 'home');
  });

  it("files in pi's and VS Code's folders are sensitive, wherever those folders are", async () => {
    link('work/settings', 'user');
    const userFolders = { agentDir: join(work, 'agent'), editorFolders: [join(root, 'user')] };
    const of = async (path: string) => (await scopeOf(join(work, path), [work], userFolders)).sensitive;
    assert.equal(await of('agent/extensions/x.ts'), 'pi');
    assert.equal(await of('agent-x/a.ts'), undefined);
    assert.equal(await of('settings/settings.json'), 'user-settings');
  });
});
