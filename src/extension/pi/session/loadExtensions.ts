import * as l10n from '@vscode/l10n';
import type { DefaultResourceLoader, SettingsManager } from '@earendil-works/pi-coding-agent';
import type { DialogEnding, DialogSpec } from '../../../protocol/dialog';
import { promptFiles, type ParentPromptFile } from '../../approvals/promptFiles';
import { messageOf } from '../../base/errors';
import type { AskOptions } from '../../core/ports/runtime';
import { dialogRecord, type DialogRecord } from '../../sessionFiles/dialogRecord';
import { extensionName } from '../extensions/extensionNames';
import { HandlerWatch } from '../extensions/handlerWatch';
import { DryRun } from '../gate/dryRun';
import { Gate } from '../gate/gate';
import { readOnlySettings } from '../sdk/readOnlySettings';
import { askUser } from '../tools/askUserTool';
import { ensoTools } from '../tools/ensoTools';
import { ChangeRecorder } from '../tools/changeRecorder';
import { UnsavedFiles } from '../tools/unsavedFiles';
import { ensoExtension } from './ensoExtension';
import type { SessionOptions } from './sessionOptions';

/** The settings and extensions of a session. */
export interface LoadedExtensions {
  readonly settings: SettingsManager;
  readonly loader: DefaultResourceLoader;
  readonly watch: HandlerWatch;
  /** Returns the paths of the extensions that are loaded now. */
  readonly paths: () => readonly string[];
  /** Reports what couldn't be loaded or read. Called after each load. */
  readonly reportLoad: () => void;
}

/**
 * Loads the user's and the workspace's extensions, followed by Enso's own. Starts none of them.
 * @param record saves a question and its answer in the session file
 */
export async function loadExtensions(
  options: SessionOptions,
  record: (asked: DialogRecord) => void,
): Promise<LoadedExtensions> {
  const { pi, folder, agentDir } = options;
  const settings = readOnlySettings(pi, { agentDir, folder, trusted: options.trusted() });
  const watch = new HandlerWatch();
  const shellPath = settings.getShellPath();
  const commandPrefix = settings.getShellCommandPrefix();
  const dryRun = new DryRun(pi, folder);
  const ask = approvalDialog(options, record);
  const unsaved =
    options.editors === undefined
      ? undefined
      : new UnsavedFiles({ ...options, editors: options.editors, dryRun, ask });
  const gate = new Gate({
    ...options,
    shell: {
      ...(shellPath === undefined ? {} : { path: shellPath }),
      ...(commandPrefix === undefined ? {} : { commandPrefix }),
    },
    dryRun,
    ask,
    ...(unsaved === undefined
      ? {}
      : { beforeChange: (path, callId, signal) => unsaved.settle(path, callId, signal) }),
  });
  const recorder =
    options.changes === undefined
      ? undefined
      : new ChangeRecorder({
          ...options,
          ...options.changes,
          now: () => options.clock.now(),
          ask,
          unsaved: () => unsaved?.unseenByCommands() ?? Promise.resolve([]),
        });
  const loader = new pi.DefaultResourceLoader({
    cwd: folder,
    agentDir,
    settingsManager: settings,
    extensionFactories: [
      ...ensoTools(pi, {
        cwd: folder,
        settings,
        wrap: (tool) => gate.onlyApproved(tool),
        mark: options.mark,
        recorder,
      }),
      askUser,
      ...(unsaved === undefined ? [] : [unsaved.extension]),
      ...(recorder === undefined ? [] : [recorder.extension]),
      ensoExtension({ input: options.admit, changed: options.changed }),
      gate.extension,
    ],
    extensionsOverride: watch.wrapHandlers,
    // pi reads AGENTS.md of any folder, through which an untrusted folder could instruct the model.
    noContextFiles: true,
    agentsFilesOverride: () => {
      const trusted = options.trusted();
      const agentsFiles = pi.loadProjectContextFiles({ cwd: trusted ? folder : agentDir, agentDir });
      const { used, fromParents } = promptFiles(agentsFiles, { folder, agentDir, trusted });
      reportParentFiles(fromParents, options);
      return { agentsFiles: used };
    },
  });
  await loader.reload();
  const paths = () => loader.getExtensions().extensions.map(({ resolvedPath }) => resolvedPath);
  return {
    settings,
    loader,
    watch,
    paths,
    reportLoad: () => {
      options.extensionsLoaded(paths());
      reportLoadErrors(loader, options);
      reportSettingsErrors(settings, options);
    },
  };
}

/** Returns the dialog of the gate, which marks the question's tool call as waiting for approval. */
function approvalDialog(
  { host, transcript }: Pick<SessionOptions, 'host' | 'transcript'>,
  record: (asked: DialogRecord) => void,
): (spec: DialogSpec, options: AskOptions) => Promise<DialogEnding> {
  return async (spec, options) => {
    transcript.setAwaitingApproval(true);
    try {
      const ending = await host.ask(spec, options);
      record(dialogRecord(spec, ending));
      return ending;
    } finally {
      transcript.setAwaitingApproval(false);
    }
  };
}

function reportLoadErrors(
  loader: DefaultResourceLoader,
  { transcript }: Pick<SessionOptions, 'transcript'>,
): void {
  for (const { path, error } of loader.getExtensions().errors) {
    const source = extensionName(path);
    transcript.addNotice({
      level: 'warning',
      text: / conflicts with /.test(error)
        ? l10n.t('Extension {name} conflicts with another extension.', { name: source })
        : l10n.t("Couldn't load extension {name}.", { name: source }),
      detail: error,
      source,
    });
  }
}

/** Names each file of a folder above that instructs the model, or that would, once in a window. */
function reportParentFiles(
  files: readonly ParentPromptFile[],
  { transcript, firstReport }: Pick<SessionOptions, 'transcript' | 'firstReport'>,
): void {
  for (const { path, isUsed } of files) {
    if (!firstReport(`prompt file ${path} ${String(isUsed)}`)) continue;
    transcript.addNotice(
      isUsed
        ? { level: 'info', text: l10n.t('pi also follows the instructions in {file}.', { file: path }) }
        : {
            level: 'warning',
            text: l10n.t('Ignored the instructions in {file} because other users can change them.', {
              file: path,
            }),
          },
    );
  }
}

function reportSettingsErrors(
  settings: SettingsManager,
  { transcript, log }: Pick<SessionOptions, 'transcript' | 'log'>,
): void {
  // pi reads settings repeatedly and reports each error again.
  const reported = new Set<string>();
  for (const { scope, error } of settings.drainErrors()) {
    if (reported.has(scope)) continue;
    reported.add(scope);
    log.warn(`pi settings (${scope}): reading failed: ${messageOf(error)}`);
    transcript.addNotice({
      level: 'warning',
      text:
        scope === 'global'
          ? l10n.t("Couldn't read pi's user settings, so they're ignored.")
          : l10n.t("Couldn't read pi's workspace settings, so they're ignored."),
      detail: messageOf(error),
    });
  }
}
