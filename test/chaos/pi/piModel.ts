import type { Step } from '../../fixtures/pi/scriptedModel';
import type { Backstage } from './backstage';

/** What the model does with a request, in how many manners. */
export const manners = 17;

/** What the model does with its next request, by a number of the story; a summary is a request like any other. */
export function answer(choice: number, backstage: Backstage): readonly Step[] {
  const how = Math.floor(choice / manners);
  switch (choice % manners) {
    case 0:
    case 1:
      return [{ say: 'done' }];
    case 2:
    case 3:
      return [{ say: 'half ' }, { hold: backstage.hold() }, { say: 'whole' }];
    case 4:
      return [{ tool: 'ask', args: { how } }];
    case 5:
      return [
        { tool: 'ask', args: { how } },
        { tool: 'ask', args: { how: how + 1 } },
      ];
    case 6:
      return [{ hold: backstage.hold() }, { tool: 'ask', args: { how } }];
    case 7:
      return [{ tool: 'stubborn', args: {} }];
    case 8:
      return [{ fail: 'the model has had enough, in no way that is tried again' }];
    case 9:
    case 10:
      return [{ fail: '529 overloaded_error' }];
    case 11:
      return [{ say: 'half ' }, { hold: backstage.hold() }, { fail: '529 overloaded_error' }];
    case 12:
      return [{ fail: 'prompt is too long: 200000 tokens > 100000 maximum' }];
    case 13:
      return [{ tokens: 99_500 + 600 * (how % 3) }, { say: 'a lot' }];
    case 14:
      return [{ hold: backstage.hold() }, { tokens: 99_500 }, { say: 'a lot' }];
    case 15:
      return [{ say: 'let me see ' }, { tool: 'stubborn', args: {} }];
    default:
      return [{ think: 'hm' }, { say: 'done' }];
  }
}

/** pi waits little before it tries again, and finds any conversation long enough to be compacted. */
export const settings = {
  retry: { enabled: true, maxRetries: 2, baseDelayMs: 12 },
  compaction: { enabled: true, keepRecentTokens: 1, reserveTokens: 1_000 },
};
