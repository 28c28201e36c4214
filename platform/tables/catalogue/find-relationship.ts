import { TablesError } from '../errors/errors.ts'
import { nearest } from './nearest.ts'
import type { Pairs, Relationship, Schema, Table } from './schema.ts'

/**
 * The relationship that `target!hint` means from `source`. The target is a table, or a foreign key's name or single
 * column; the hint is a foreign key's name, a column of it, or a join table.
 * A computed relationship has the name of its function. Throws PGRST200 if there is none and PGRST201 (300) if there are several.
 */
export function findRelationship(
  schema: Schema,
  source: Table,
  requested: { target: string; hint: string | undefined },
): Relationship {
  const { target, hint } = requested
  const known = schema.relationships.get(source.name) ?? []
  // A function overrides the foreign keys that lead to a table of its name.
  const computed = known.find(({ computedBy }) => computedBy === target)
  if (computed) return computed
  const candidates = known.filter((relationship) => isTarget(relationship, target, hint))
  const [first, ...others] = candidates
  if (!first) throw noRelationship(schema, { source, target, hint, known })
  if (others.length > 0) throw severalRelationships(source, target, candidates)
  return first
}

function isTarget(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.computedBy !== undefined) return false
  if (relationship.target.name === target) {
    // A table that references itself: its own name means its children, the key's name or column its parent.
    if (relationship.source === relationship.target && relationship.isHolder && !relationship.through) return false
    return hint === undefined || matchesHint(relationship, hint)
  }
  if (!relationship.isHolder || relationship.target.isView) return false
  const isNamed = relationship.constraints[0] === target || isOnlyColumn(relationship.pairs, target)
  return isNamed && (hint === undefined || matchesHint(relationship, hint) || relationship.target.name === hint)
}

function matchesHint({ constraints, pairs, through }: Relationship, hint: string): boolean {
  if (through) return through.table.name === hint
  return (
    constraints[0] === hint || pairs.some(([here, there]) => pairs.length === 1 && (here === hint || there === hint))
  )
}

function isOnlyColumn(pairs: Pairs, name: string): boolean {
  return pairs.length === 1 && pairs[0]?.[0] === name
}

interface Missing {
  source: Table
  target: string
  hint: string | undefined
  known: Relationship[]
}

function noRelationship(schema: Schema, { source, target, hint, known }: Missing): TablesError {
  const meant = nearest(
    target,
    known.map((relationship) => relationship.computedBy ?? relationship.target.name).filter((name) => name !== target),
  )
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  return new TablesError(400, {
    code: 'PGRST200',
    message: `Could not find a relationship between '${source.name}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${source.name}' and '${target}'${using} in the schema '${schema.name}', but no matches were found.`,
    hint: meant === undefined ? null : `Perhaps you meant '${meant}' instead of '${target}'.`,
  })
}

function severalRelationships(source: Table, target: string, candidates: Relationship[]): TablesError {
  const hints = candidates.map((relationship) => `'${target}!${hintFor(relationship)}'`)
  return new TablesError(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${source.name}' and '${target}'`,
    details: candidates.map((relationship) => ({
      cardinality: relationship.cardinality,
      embedding: `${source.name} with ${relationship.target.name}`,
      relationship: sentenceOf(relationship),
    })),
    hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

function hintFor({ through, constraints }: Relationship): string {
  return through?.table.name ?? constraints[0] ?? ''
}

function sentenceOf({ source, target, pairs, through, constraints }: Relationship): string {
  const list = (columns: string[]) => columns.join(', ')
  const here = list(pairs.map(([column]) => column))
  const there = list(pairs.map(([, column]) => column))
  if (!through) return `${constraints[0]} using ${source.name}(${here}) and ${target.name}(${there})`
  const far = list(through.pairs.map(([column]) => column))
  return `${through.table.name} using ${constraints[0]}(${there}) and ${constraints[1]}(${far})`
}
