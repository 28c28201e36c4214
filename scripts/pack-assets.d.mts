export function packAssets(folder: string, options?: { again?: boolean }): Promise<void>
