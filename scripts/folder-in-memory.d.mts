export function folderForTests(options?: { environment?: Record<string, string | undefined>; memory?: number }): string
