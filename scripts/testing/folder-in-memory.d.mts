export const IN_MEMORY: string
export function folderForTests(options?: {
  environment?: Record<string, string | undefined>
  memory?: number
  mounts?: string[][]
  room?: number
}): string
