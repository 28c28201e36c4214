export const QUICK: boolean
export function packAssets(folder: string, options?: { again?: boolean }): Promise<void>
