import * as l10n from '@vscode/l10n';
import type { NextStep, NoticeItem } from '../../../protocol/item';
import { messageOf } from '../../base/errors';
import type { PromptRefusal } from '../../core/ports/runtime';
import { formatNumber, plural } from '../../../protocol/text/plural';
import { oneLine } from '../../../protocol/text/truncate';

/** A problem, described for the user. */
export interface Problem {
  readonly text: string;
  readonly detail?: string;
  readonly next: readonly NextStep[];
}

interface ProblemKind {
  readonly pattern: RegExp;
  /** `status`: the HTTP status, if the message has one. */
  readonly text: (status: string | undefined) => string;
  readonly next: readonly NextStep[];
}

/** Problems on this machine. pi reports a failed write of the session file as a model's error. */
const localProblems: readonly ProblemKind[] = [
  {
    pattern: /\b(?:ENOSPC|EDQUOT)\b/,
    text: () => l10n.t("The disk is full. The conversation couldn't be saved."),
    next: ['retry'],
  },
  {
    pattern: /\b(?:EACCES|EPERM|EROFS)\b.*\b(?:open|write|mkdir|rename|copyfile)\b/,
    text: () => l10n.t('pi has no permission to save the conversation.'),
    next: ['retry'],
  },
];

/** Problems at the provider, the more specific ones first. */
const providerProblems: readonly ProblemKind[] = [
  {
    pattern: /context.{0,20}(?:length|window|overflow)|prompt is too long|too many tokens|maximum context/i,
    text: (status) =>
      status === undefined
        ? l10n.t('The conversation is too long for this model.')
        : l10n.t('The conversation is too long for this model (HTTP {status}).', { status }),
    next: ['compact', 'new-thread', 'choose-model'],
  },
  {
    pattern: /insufficient.{0,10}(?:quota|funds|credit)|credit balance|billing|payment required|\b402\b/i,
    text: (status) =>
      status === undefined
        ? l10n.t('The provider account is out of credit.')
        : l10n.t('The provider account is out of credit (HTTP {status}).', { status }),
    next: ['choose-model', 'set-key'],
  },
  {
    pattern:
      /\b40[13]\b|unauthori[sz]ed|invalid.{0,10}(?:api.?)?key|authentication|permission denied|forbidden/i,
    text: (status) =>
      status === undefined
        ? l10n.t('The provider rejected the API key.')
        : l10n.t('The provider rejected the API key (HTTP {status}).', { status }),
    next: ['set-key', 'choose-model'],
  },
  {
    pattern: /\b429\b|rate.?limit|too many requests/i,
    text: (status) =>
      status === undefined
        ? l10n.t('Rate limit reached.')
        : l10n.t('Rate limit reached (HTTP {status}).', { status }),
    next: ['retry', 'choose-model'],
  },
  {
    pattern: /\b404\b|model.{0,20}not found/i,
    text: (status) =>
      status === undefined
        ? l10n.t("The provider doesn't offer this model.")
        : l10n.t("The provider doesn't offer this model (HTTP {status}).", { status }),
    next: ['choose-model'],
  },
  {
    pattern: /\b5\d\d\b|overloaded|internal server error|bad gateway|unavailable/i,
    text: (status) =>
      status === undefined
        ? l10n.t('The provider had an internal error.')
        : l10n.t('The provider had an internal error (HTTP {status}).', { status }),
    next: ['retry', 'choose-model'],
  },
  {
    pattern:
      /ENOTFOUND|ECONN|connect E|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|fetch failed|network|socket|timed? ?out|terminated/i,
    text: (status) =>
      status === undefined
        ? l10n.t("Couldn't reach the provider.")
        : l10n.t("Couldn't reach the provider (HTTP {status}).", { status }),
    next: ['retry', 'choose-model'],
  },
];

const unknownProblem: Omit<ProblemKind, 'pattern'> = {
  text: (status) =>
    status === undefined
      ? l10n.t('The model answered with an error.')
      : l10n.t('The model answered with an error (HTTP {status}).', { status }),
  next: ['retry', 'choose-model'],
};

/** Describes a model's error message to the user, without HTML pages and parts of keys. */
export function modelProblem(message: string | undefined): Problem {
  const cleaned = cleanMessage(message ?? '');
  const detail = oneLine(cleaned, 600);
  const matches = ({ pattern }: ProblemKind) => pattern.test(cleaned);
  const local = localProblems.find(matches);
  if (local !== undefined) return { text: local.text(undefined), detail, next: local.next };
  const { text, next } = providerProblems.find(matches) ?? unknownProblem;
  // A number after a colon is a port.
  const status = /(?<![:.\d])[45]\d\d\b/.exec(cleaned)?.[0];
  return { text: text(status), ...(detail === '' ? {} : { detail }), next };
}

/** Returns the notice for a run's last error. `retries`: the number of times that pi had retried. */
export function errorNotice(message: string, retries: number): Omit<NoticeItem, 'kind' | 'id'> {
  const { text, ...rest } = modelProblem(message);
  if (retries === 0) return { level: 'error', text, ...rest };
  const args = { problem: text, count: formatNumber(retries + 1) };
  const withAttempts = plural(retries + 1, {
    one: l10n.t('{problem} Failed after 1 attempt.', args),
    other: l10n.t('{problem} Failed after {count} attempts.', args),
  });
  return { level: 'error', text: withAttempts, ...rest };
}

/** Returns the refusal for pi's error. pi's own message refers to documentation that isn't part of Enso. */
export function refusalOf(error: unknown): PromptRefusal {
  const message = messageOf(error);
  if (/No API key|No model selected|no models? available/i.test(message)) {
    return {
      reason: l10n.t('No model is available. Choose a model or set an API key.'),
      next: ['choose-model', 'set-key'],
    };
  }
  if (/Authentication failed/i.test(message)) {
    return {
      reason: l10n.t('Your sign-in with the provider has expired. Sign in again or choose another model.'),
      next: ['choose-model', 'set-key'],
    };
  }
  if (/compaction is in progress/i.test(message)) {
    return { reason: l10n.t('The conversation is being compacted. Send the message again afterwards.') };
  }
  return { reason: oneLine(cleanMessage(message), 300) || l10n.t("pi didn't accept the message.") };
}

/**
 * Returns a provider's error message without HTML pages and without anything that looks like a key. The result is saved
 * in the session file, so it isn't translated.
 */
export function cleanMessage(message: string): string {
  return removeSecrets(removeHtml(message));
}

function removeHtml(text: string): string {
  // Truncated before the search, because such pages have many kilobytes.
  const start = text.slice(0, 20_000).search(/<!doctype|<html|<head|<body/i);
  if (start < 0) return text.slice(0, 20_000);
  const title = /<title>([^<]{1,100})/i.exec(text)?.[1]?.trim();
  return `${text.slice(0, start)}${title ?? ''} (a web page instead of an answer)`;
}

/** Returns the text without anything that looks like a key or a part of one. */
export function removeSecrets(text: string): string {
  return text
    .replace(/\b(?:sk|pk|rk|xai|gsk|key|ghp|gho|glpat|AIza|AKIA)[-_][\w*.…-]{3,}/gi, '[key]')
    .replace(/\b(?:AIza|AKIA)[\w-]{8,}/g, '[key]')
    .replace(/(\bbearer\s+)[^\s"',}]+/gi, '$1[key]')
    .replace(
      /((?:api[-_ ]?key|token|secret|password)["']?\s*(?:provided)?\s*[:=]\s*["']?)[^\s"',}]+/gi,
      '$1[key]',
    );
}

/** Returns the text of a compaction's notice. */
export function compactionText(tokensBefore: number): string {
  return plural(tokensBefore, {
    one: l10n.t('Compacted the conversation (about 1 token before).'),
    other: l10n.t('Compacted the conversation (about {count} tokens before).', {
      count: formatNumber(tokensBefore),
    }),
  });
}

export const cutOffText = () => l10n.t("The response was cut off at the model's output limit.");

/** Returns the notice for an answer that has neither text nor calls. */
export const emptyAnswerNotice = (): Omit<NoticeItem, 'kind' | 'id'> => ({
  level: 'warning',
  text: l10n.t('The model returned an empty answer.'),
  next: ['retry'],
});
