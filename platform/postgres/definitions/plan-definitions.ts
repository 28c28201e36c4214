import type pg from 'pg'
import { compareVersions, type Release } from '../release.ts'
import { type Definition, isObject, keyOf, type Named, objectOf, sqlOf } from './definition.ts'
import { dropDefinition } from './drop-definition.ts'
import { identitiesOf, revokeAll } from './rights.ts'
import { asDefinition, type StoredDefinition, storedDefinitions } from './stored-definitions.ts'
import { takesCallsOf } from './takes-calls-of.ts'

/** What is to be done to make a database have exactly these definitions. */
export interface DefinitionsPlan {
  /** All of this release, in the order in which they are created. */
  wanted: readonly Definition[]
  changed: ReadonlySet<Definition>
  /** Owners that definitions had before, by their keys. */
  owners: ReadonlyMap<string, string | undefined>
  /** What this release no longer has and processes of the former one use. */
  staying: readonly Definition[]
  /** Neither release has it, or a file of tables does from now on. */
  forgotten: readonly Named[]
  /** What the names of rights stand for before tables are changed. */
  identities: ReadonlyMap<string, string>
  version: string
}

interface PlanOptions {
  wanted: readonly Definition[]
  release: Release
  /** The release that the database belongs to; undefined for a new database. */
  applied: string | undefined
  /** Keys of functions that files of tables make. */
  madeByTables: () => Promise<ReadonlySet<string>>
}

/**
 * Drops what neither this release nor the former one has, before tables are changed, and returns what is to be done
 * afterwards. Functions and views that only the former release has stay, with their rights, because its processes use them
 * while they are renewed; triggers, policies and rights go at once.
 */
export async function planDefinitions(
  client: pg.ClientBase,
  { wanted, release, applied, madeByTables }: PlanOptions,
): Promise<DefinitionsPlan> {
  const stored = await storedDefinitions(client)
  const keys = new Set(wanted.map(keyOf))
  const gone = [...stored.values()].filter((former) => !keys.has(keyOf(former)))
  const ofTables = gone.length > 0 ? await madeByTables() : new Set<string>()
  const droppable = gone.filter((former) => !ofTables.has(keyOf(former)))
  const staying = servesApplied(release, applied) ? stayingOf(droppable, wanted, release.version) : []
  await dropAll(
    client,
    droppable.filter((former) => !staying.includes(former)),
  )
  const rights = [...wanted, ...staying].filter(({ kind }) => kind === 'rights').map(({ name }) => name)
  return {
    wanted,
    changed: new Set(wanted.filter((definition) => stored.get(keyOf(definition))?.sql !== sqlOf(definition))),
    owners: new Map([...stored.values()].map((former) => [keyOf(former), former.owner])),
    staying: staying.map(asDefinition),
    forgotten: gone.filter((former) => !staying.includes(former)),
    identities: await identitiesOf(client, rights),
    version: release.version,
  }
}

/** Whether processes of the release that the database belongs to may go on while those of this one begin. */
function servesApplied({ version, former }: Release, applied: string | undefined): boolean {
  if (applied === undefined || applied === version) return true
  return former !== undefined && compareVersions(applied, former) >= 0
}

/** Functions and views that this release retires, with their rights and with what answers writes to a view. */
function stayingOf(
  gone: readonly StoredDefinition[],
  wanted: readonly Definition[],
  version: string,
): StoredDefinition[] {
  const objects = gone.filter((former) => {
    const definition = asDefinition(former)
    const isServed = wanted.some((one) => takesCallsOf(definition, one))
    return isObject(former) && [null, version].includes(former.retiredIn) && !isServed
  })
  const names = new Set(objects.map(({ name }) => name))
  return gone.filter((former) => objects.includes(former) || (!isObject(former) && names.has(objectOf(former))))
}

async function dropAll(client: pg.ClientBase, outlived: readonly StoredDefinition[]): Promise<void> {
  const rights = outlived.filter(({ kind }) => kind === 'rights').map(({ name }) => name)
  await revokeAll(client, rights)
  for (const former of outlived) {
    if (former.kind !== 'rights') await dropDefinition(client, asDefinition(former))
  }
}
