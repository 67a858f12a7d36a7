/** A map that deletes its oldest key when a new one exceeds `maxSize`. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(private readonly maxSize: number) {
    super();
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.maxSize && oldest !== undefined) this.delete(oldest);
    return this;
  }
}
