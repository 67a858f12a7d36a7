import type { Step } from '../../fixtures/pi/scriptedModel';
import type { ChaosExtension } from './chaosExtension';

/** The number of different answers that the model can give. */
export const behaviorCount = 17;

/** Returns the answer to the next request, by a number of the story. A request for a summary counts, too. */
export function answerFor(choice: number, chaosExtension: ChaosExtension): readonly Step[] {
  const how = Math.floor(choice / behaviorCount);
  switch (choice % behaviorCount) {
    case 0:
    case 1:
      return [{ say: 'done' }];
    case 2:
    case 3:
      return [{ say: 'half ' }, { hold: chaosExtension.hold() }, { say: 'whole' }];
    case 4:
      return [{ tool: 'ask', args: { how } }];
    case 5:
      return [
        { tool: 'ask', args: { how } },
        { tool: 'ask', args: { how: how + 1 } },
      ];
    case 6:
      return [{ hold: chaosExtension.hold() }, { tool: 'ask', args: { how } }];
    case 7:
      return [{ tool: 'stubborn', args: {} }];
    case 8:
      return [{ fail: 'the model fails with an error that is not retried' }];
    case 9:
    case 10:
      return [{ fail: '529 overloaded_error' }];
    case 11:
      return [{ say: 'half ' }, { hold: chaosExtension.hold() }, { fail: '529 overloaded_error' }];
    case 12:
      return [{ fail: 'prompt is too long: 200000 tokens > 100000 maximum' }];
    case 13:
      return [{ tokens: 99_500 + 600 * (how % 3) }, { say: 'a lot' }];
    case 14:
      return [{ hold: chaosExtension.hold() }, { tokens: 99_500 }, { say: 'a lot' }];
    case 15:
      return [{ say: 'let me see ' }, { tool: 'stubborn', args: {} }];
    default:
      return [{ think: 'hm' }, { say: 'done' }];
  }
}

/** Settings of pi with short retry delays, and with compaction for any conversation. */
export const settings = {
  retry: { enabled: true, maxRetries: 2, baseDelayMs: 12 },
  compaction: { enabled: true, keepRecentTokens: 1, reserveTokens: 1_000 },
};
