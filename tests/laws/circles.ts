import { importsOf, ownFile } from './imports.ts'
import type { Source } from './laws.ts'

/** Files that need each other, types counted: none of them can be read, tested or moved alone. One line a circle, its files sorted. */
export function noImportCircles(sources: Source[]): string[] {
  const known = new Set(sources.map((source) => source.path))
  const next = new Map(sources.map((source) => [source.path, targetsOf(source, known)]))
  return knots(next).map((files) => `${files.join(', ')} import each other in a circle.`)
}

function targetsOf({ path, text }: Source, known: Set<string>): string[] {
  const targets = importsOf(text).map((specifier) => ownFile(path, specifier))
  return targets.filter((target) => target !== undefined && known.has(target)) as string[]
}

/** Strongly connected files, after Tarjan: a file alone is a knot only when it imports itself. */
function knots(next: Map<string, string[]>): string[][] {
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
      const knot = stack.splice(stack.indexOf(file)).sort()
      if (knot.length > 1 || next.get(file)?.includes(file)) found.push(knot)
    }
    return low
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return found.sort()
}
