import { type Database, VISITOR } from '#platform/postgres/database.ts'
import { TablesError } from '../errors/errors.ts'
import { readCatalogue } from './catalogue.ts'
import type { Schema } from './schema.ts'

interface SchemaCache {
  /** The latest complete description. Throws PGRST002 (503) while the database cannot be reached. */
  current(): Promise<Schema>
}

/** Reads the schema initially, and again after each `NOTIFY pgrst` or a gap in which one may have been missed. */
export function openSchemaCache(database: Database, schema: string): SchemaCache {
  let loaded: Promise<Schema> | undefined
  let isListening = false
  let started = 0
  let shown = 0

  async function load(): Promise<Schema> {
    return database.as(VISITOR, (tx) => readCatalogue(tx, schema), { readOnly: true, settings: { search_path: '' } })
  }

  /** While the schema is being read, or if that fails, requests keep using the previous description. */
  function reload(): Promise<Schema> {
    started += 1
    const turn = started
    const loading = load()
    if (!loaded) loaded = loading
    loading.then(
      () => {
        // If two reads overlap, the one that began later is newer.
        if (turn > shown) loaded = loading
        shown = Math.max(shown, turn)
      },
      () => {
        if (loaded === loading) loaded = undefined
      },
    )
    return loading
  }

  async function listen(): Promise<void> {
    isListening = true
    const again = () => void reload().catch(() => undefined)
    try {
      await database.listen(
        'pgrst',
        (payload) => (payload === '' || payload === 'reload schema' ? again() : undefined),
        again,
      )
    } catch {
      isListening = false
    }
  }

  void listen().then(() => reload().catch(() => undefined))
  return {
    async current() {
      if (!isListening) void listen()
      try {
        return await (loaded ?? reload())
      } catch (cause) {
        const message = 'Could not query the database for the schema cache. Retrying.'
        throw Object.assign(new TablesError(503, { code: 'PGRST002', message }), { cause })
      }
    },
  }
}
