import type { Pi } from '../sdk/loadPi';
import { Models, type ModelOptions } from './models';

/** The models of all threads, built at the first use. A failed build is retried at the next use. */
export class SharedModels {
  private building: Promise<Models> | undefined;

  constructor(
    private readonly loadPi: () => Promise<Pi>,
    private readonly options: ModelOptions,
  ) {}

  get(): Promise<Models> {
    this.building ??= this.build().catch((error: unknown) => {
      this.building = undefined;
      throw error;
    });
    return this.building;
  }

  private async build(): Promise<Models> {
    return Models.create(await this.loadPi(), this.options);
  }
}
