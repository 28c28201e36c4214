import type pg from 'pg'
import { compareVersions, type Release } from '../migrations/release.ts'
import { acceptsCallsOf } from './accepts-calls-of.ts'
import { dropDefinition } from './drop-definition.ts'
import {
  type Definition,
  type DefinitionName,
  definitionKey,
  definitionSql,
  isObject,
  targetObject,
} from './reading/definition.ts'
import { objectIdentities, revokeAll } from './rights.ts'
import { readStoredDefinitions, type StoredDefinition, toDefinition } from './stored-definitions.ts'

/** The changes that give a database exactly these definitions. */
export interface DefinitionsPlan {
  /** All definitions of this release, in the order in which they are created. */
  definitions: readonly Definition[]
  changed: ReadonlySet<Definition>
  /** Previous owners of definitions, by key. */
  owners: ReadonlyMap<string, string | undefined>
  /** Definitions that this release removes and that processes of the previous one use. */
  retained: readonly Definition[]
  /** Definitions that neither release has, or that a migration creates instead. */
  removed: readonly DefinitionName[]
  /** Identities of the objects of rights before the migrations. */
  identities: ReadonlyMap<string, string>
  version: string
}

interface PlanOptions {
  definitions: readonly Definition[]
  release: Release
  /** The release that the database belongs to; undefined for a new database. */
  applied: string | undefined
  /** Keys of functions that migrations create. */
  madeByTables: () => Promise<ReadonlySet<string>>
}

/**
 * Drops what neither this release nor the previous one has, before the migrations, and plans the rest. Functions and
 * views that only the previous release has are retained with their rights, because its processes use them during a
 * rolling restart; triggers, policies and rights are dropped at once.
 */
export async function planDefinitions(
  client: pg.ClientBase,
  { definitions, release, applied, madeByTables }: PlanOptions,
): Promise<DefinitionsPlan> {
  const stored = await readStoredDefinitions(client)
  const keys = new Set(definitions.map(definitionKey))
  const removed = [...stored.values()].filter((previous) => !keys.has(definitionKey(previous)))
  const ofTables = removed.length > 0 ? await madeByTables() : new Set<string>()
  const droppable = removed.filter((previous) => !ofTables.has(definitionKey(previous)))
  const retained = isCompatibleWith(release, applied)
    ? retainedDefinitions(droppable, definitions, release.version)
    : []
  await dropAll(
    client,
    droppable.filter((previous) => !retained.includes(previous)),
  )
  const rights = [...definitions, ...retained].filter(({ kind }) => kind === 'rights').map(({ name }) => name)
  return {
    definitions,
    changed: new Set(
      definitions.filter((definition) => stored.get(definitionKey(definition))?.sql !== definitionSql(definition)),
    ),
    owners: new Map([...stored.values()].map((previous) => [definitionKey(previous), previous.owner])),
    retained: retained.map(toDefinition),
    removed: removed.filter((previous) => !retained.includes(previous)),
    identities: await objectIdentities(client, rights),
    version: release.version,
  }
}

/** Whether processes of the release that the database belongs to may keep running while those of this one start. */
function isCompatibleWith({ version, previous }: Release, applied: string | undefined): boolean {
  if (applied === undefined || applied === version) return true
  return previous !== undefined && compareVersions(applied, previous) >= 0
}

/** Functions and views that this release retires, with their rights and the triggers of writable views. */
function retainedDefinitions(
  removed: readonly StoredDefinition[],
  definitions: readonly Definition[],
  version: string,
): StoredDefinition[] {
  const objects = removed.filter((previous) => {
    const definition = toDefinition(previous)
    const isServed = definitions.some((one) => acceptsCallsOf(definition, one))
    return isObject(previous) && [null, version].includes(previous.retiredIn) && !isServed
  })
  const names = new Set(objects.map(({ name }) => name))
  return removed.filter(
    (previous) => objects.includes(previous) || (!isObject(previous) && names.has(targetObject(previous))),
  )
}

async function dropAll(client: pg.ClientBase, obsolete: readonly StoredDefinition[]): Promise<void> {
  const rights = obsolete.filter(({ kind }) => kind === 'rights').map(({ name }) => name)
  await revokeAll(client, rights)
  for (const previous of obsolete) {
    if (previous.kind !== 'rights') await dropDefinition(client, toDefinition(previous))
  }
}
