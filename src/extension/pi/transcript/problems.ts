import type { NextStep, NoticeItem } from '../../../protocol/item';
import type { PromptRefusal } from '../../core/ports/runtime';
import { oneLine } from '../../../protocol/text/truncate';

/** A problem in words for a person. */
export interface Problem {
  readonly text: string;
  readonly detail?: string;
  readonly next: readonly NextStep[];
}

interface ProblemKind {
  readonly pattern: RegExp;
  readonly text: string;
  readonly next: readonly NextStep[];
}

/** What went wrong on this machine: pi takes an error of writing the session for one of the model's. */
const localProblems: readonly ProblemKind[] = [
  {
    pattern: /\b(?:ENOSPC|EDQUOT)\b/,
    text: 'The disk is full, so pi could not write the conversation down.',
    next: ['retry'],
  },
  {
    pattern: /\b(?:EACCES|EPERM|EROFS)\b.*\b(?:open|write|mkdir|rename|copyfile)\b/,
    text: 'pi may not write where it keeps the conversation.',
    next: ['retry'],
  },
];

/** What providers' errors are about, the more telling first. */
const providerProblems: readonly ProblemKind[] = [
  {
    pattern: /context.{0,20}(?:length|window|overflow)|prompt is too long|too many tokens|maximum context/i,
    text: 'The conversation is too long for this model.',
    next: ['compact', 'new-thread', 'choose-model'],
  },
  {
    pattern: /insufficient.{0,10}(?:quota|funds|credit)|credit balance|billing|payment required|\b402\b/i,
    text: 'The account at the provider has no credit left.',
    next: ['choose-model', 'set-key'],
  },
  {
    pattern:
      /\b40[13]\b|unauthori[sz]ed|invalid.{0,10}(?:api.?)?key|authentication|permission denied|forbidden/i,
    text: 'The provider refused the key.',
    next: ['set-key', 'choose-model'],
  },
  {
    pattern: /\b429\b|rate.?limit|too many requests/i,
    text: 'The provider is asked too often at the moment.',
    next: ['retry', 'choose-model'],
  },
  {
    pattern: /\b404\b|model.{0,20}not found/i,
    text: 'The provider doesn’t know this model.',
    next: ['choose-model'],
  },
  {
    pattern: /\b5\d\d\b|overloaded|internal server error|bad gateway|unavailable/i,
    text: 'The provider has trouble of its own.',
    next: ['retry', 'choose-model'],
  },
  {
    pattern:
      /ENOTFOUND|ECONN|connect E|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|fetch failed|network|socket|timed? ?out|terminated/i,
    text: 'The provider could not be reached.',
    next: ['retry', 'choose-model'],
  },
];

/** What a model's error message says to a person. Pages of HTML and parts of keys don't come through. */
export function modelProblem(message: string | undefined): Problem {
  const said = cleanMessage(message ?? '');
  const detail = oneLine(said, 600);
  const here = localProblems.find(({ pattern }) => pattern.test(said));
  if (here !== undefined) return { text: here.text, detail, next: here.next };
  const kind = providerProblems.find(({ pattern }) => pattern.test(said));
  // A port is none.
  const status = /(?<![:.\d])[45]\d\d\b/.exec(said)?.[0];
  const text = kind?.text ?? 'The model answered with an error.';
  return {
    text: status === undefined ? text : `${text.slice(0, -1)} (HTTP ${status}).`,
    ...(detail === '' ? {} : { detail }),
    next: kind?.next ?? ['retry', 'choose-model'],
  };
}

/** How a run's last error stands in the transcript. `retries`: how often pi had tried it again. */
export function errorNotice(message: string, retries: number): Omit<NoticeItem, 'kind' | 'id'> {
  const { text, ...rest } = modelProblem(message);
  return { level: 'error', text: retries === 0 ? text : `${text} Tried ${retries + 1} times.`, ...rest };
}

/** Why pi did not take a prompt. pi's own words point into its documentation, which nobody has here. */
export function refusalOf(error: unknown): PromptRefusal {
  const message = error instanceof Error ? error.message : String(error);
  if (/No API key|No model selected|no models? available/i.test(message)) {
    return {
      reason: 'No model is ready to answer. Choose one, or give the key of its provider.',
      next: ['choose-model', 'set-key'],
    };
  }
  if (/Authentication failed/i.test(message)) {
    return {
      reason: 'The sign-in at the model’s provider has run out. Sign in again, or choose another model.',
      next: ['choose-model', 'set-key'],
    };
  }
  if (/compaction is in progress/i.test(message)) {
    return { reason: 'The conversation is being compacted. Send this again when that is done.' };
  }
  return { reason: oneLine(cleanMessage(message), 300) || 'pi did not take the prompt.' };
}

/** A provider's error message without pages of HTML and without whatever looks like a key. */
export function cleanMessage(message: string): string {
  return removeSecrets(removeHtml(message));
}

function removeHtml(text: string): string {
  // Cut before it is searched: such pages run to many kilobytes.
  const start = text.slice(0, 20_000).search(/<!doctype|<html|<head|<body/i);
  if (start < 0) return text.slice(0, 20_000);
  const title = /<title>([^<]{1,100})/i.exec(text)?.[1]?.trim();
  return `${text.slice(0, start)}${title ?? ''} (a web page instead of an answer)`;
}

/** Leaves out whatever looks like a key or a part of one. */
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

/** What a compaction says in the transcript. */
export function compactionText(tokensBefore: number): string {
  return `The conversation was compacted; it had about ${tokensBefore.toLocaleString('en')} tokens.`;
}

export const cutOffText = 'The answer reached the model’s limit and was cut off.';
