import type { Api } from '#api/api.ts'
import { readWaiting } from './read-waiting.ts'
import { type TaskArea, waitingTasks } from './waiting-tasks.ts'

/** How much waits for the viewer to act, by the path of the page where they do: for the menu of an area. */
export async function readMenuCounts(api: Api, role: TaskArea): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { to, amount, informs } of waitingTasks(await readWaiting(api), role)) {
    const [path = ''] = String(to).split(/[?#]/)
    if (amount > 0 && !informs) counts[path] = (counts[path] ?? 0) + amount
  }
  return counts
}
