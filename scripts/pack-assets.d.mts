export function packAssets(folder: string): Promise<void>
