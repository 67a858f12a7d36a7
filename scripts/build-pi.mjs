/** Bundles pi into `outdir`. @param {{production: boolean, outdir: string}} _options */
export async function buildPi(_options) {}
