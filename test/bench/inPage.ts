/** What one prompt was in the panel. */
export interface Prompted {
  /** Milliseconds from the key to the first text of the answer on the screen. */
  readonly firstText: number;
  /** When that was and when the end of the run was on the screen, in milliseconds since the epoch. */
  readonly firstTextAt: number;
  readonly overAt: number;
  /** The longest task, of those of 50 ms and more; 0 when there was none. */
  readonly longestTask: number;
}

export interface PageBench {
  readonly bench: {
    /** Begins to watch for a prompt and for what comes of it. */
    expect(): void;
    prompted(): Promise<Prompted>;
    paints(count: number): Promise<number[]>;
  };
}

/** Runs in the panel's page. It looks once until the first text is there, and never while the rest comes. */
export function inPage(): void {
  const painted = (): Promise<number> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      // A task of its own comes after the frame that is being made.
      port1.onmessage = () => {
        resolve(performance.now());
      };
      port2.postMessage(0);
    });
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

  const firstText = (): Promise<number> =>
    new Promise((resolve) => {
      const before = document.querySelectorAll('.answer').length;
      const look = new MutationObserver(() => {
        const answers = document.querySelectorAll('.answer');
        if (answers.length <= before || answers[answers.length - 1]?.textContent.trim() === '') return;
        look.disconnect();
        resolve(painted());
      });
      look.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  const pressed = (): Promise<number> =>
    new Promise((resolve) => {
      document.addEventListener('keydown', (event) => resolve(event.timeStamp), {
        capture: true,
        once: true,
      });
    });
  const over = (): Promise<number> =>
    new Promise((resolve) => {
      let began = false;
      const hear = ({ data }: MessageEvent<{ type?: string; status?: { busy: boolean } }>): void => {
        if (data.type !== 'status') return;
        if (data.status?.busy === true) began = true;
        else if (began) {
          window.removeEventListener('message', hear);
          resolve(frame().then(painted));
        }
      };
      window.addEventListener('message', hear);
    });

  const watch = async (): Promise<Prompted> => {
    let longestTask = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
    });
    tasks.observe({ type: 'longtask' });
    const [key, text, end] = await Promise.all([pressed(), firstText(), over()]);
    await frame();
    tasks.disconnect();
    const { timeOrigin } = performance;
    return { firstText: text - key, firstTextAt: timeOrigin + text, overAt: timeOrigin + end, longestTask };
  };

  let watching: Promise<Prompted> | undefined;
  const bench: PageBench['bench'] = {
    expect: () => {
      watching = watch();
    },
    prompted: () => watching ?? Promise.reject(new Error('Nothing was expected.')),
    paints: async (count) => {
      const mark = document.createElement('span');
      document.body.append(mark);
      const times: number[] = [];
      for (let left = count; left > 0; left -= 1) {
        const began = await frame();
        mark.textContent = String(left);
        times.push((await painted()) - began);
      }
      mark.remove();
      return times;
    },
  };
  Object.assign(globalThis, { bench });
}
