export function compressAssets(folder: string, options?: { force?: boolean }): Promise<void>
