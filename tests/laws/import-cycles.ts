import { importsOf, ownFile } from './imports.ts'
import type { Source } from './laws.ts'

/** Reports import cycles, including type imports. One line per cycle, with its files sorted. */
export function noImportCycles(sources: Source[]): string[] {
  const known = new Set(sources.map((source) => source.path))
  const next = new Map(sources.map((source) => [source.path, targetsOf(source, known)]))
  return findCycles(next).map((files) => `${files.join(', ')} form an import cycle.`)
}

function targetsOf({ path, text }: Source, known: Set<string>): string[] {
  const targets = importsOf(text).map((specifier) => ownFile(path, specifier))
  return targets.filter((target) => target !== undefined && known.has(target)) as string[]
}

/** Strongly connected components, by Tarjan's algorithm; a single file only if it imports itself. */
function findCycles(next: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const place = order.size
    order.set(file, place)
    let low = place
    stack.push(file)
    for (const target of next.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low === place) {
      const cycle = stack.splice(stack.indexOf(file)).sort()
      if (cycle.length > 1 || next.get(file)?.includes(file)) found.push(cycle)
    }
    return low
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return found.sort()
}
