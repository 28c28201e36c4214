import { TablesError } from '../errors/errors.ts'
import { nearest } from './nearest.ts'
import type { Routine, Schema } from './schema.ts'

interface RoutineQuery {
  name: string
  /** Names of the arguments in the request. */
  given: string[]
  /** Types of the one unnamed argument that the body could be. */
  bodyTypes: readonly string[]
}

export const JSON_TYPES = ['json', 'jsonb']

/**
 * The overload that takes exactly these arguments. Throws PGRST202 (404) if none fits, PGRST203 (300) if several do.
 */
export function findRoutine(schema: Schema, query: RoutineQuery): { routine: Routine; isWhole: boolean } {
  const overloads = schema.routines.get(query.name) ?? []
  const isRaw = query.bodyTypes.length > 0 && query.bodyTypes !== JSON_TYPES
  const named = isRaw ? [] : overloads.filter((routine) => fits(routine, query.given))
  const [first, ...others] = named
  if (first && others.length > 0) throw severalRoutines(schema, named)
  if (first) return { routine: first, isWhole: false }
  const [whole, ...more] = overloads.filter((routine) => takesWholeBody(routine, query.bodyTypes))
  if (whole && more.length > 0) throw severalRoutines(schema, [whole, ...more])
  if (whole) return { routine: whole, isWhole: true }
  throw noRoutine(schema, query, overloads)
}

function fits({ args }: Routine, given: string[]): boolean {
  const names = new Set(args.map(({ name }) => name))
  if (args.some(({ name }) => name === '')) return false
  return (
    given.every((name) => names.has(name)) && args.every(({ name, isRequired }) => !isRequired || given.includes(name))
  )
}

function takesWholeBody({ args }: Routine, bodyTypes: readonly string[]): boolean {
  const [only, ...more] = args
  return only !== undefined && more.length === 0 && only.name === '' && bodyTypes.includes(only.type)
}

function noRoutine(schema: Schema, { name, given, bodyTypes }: RoutineQuery, overloads: Routine[]): TablesError {
  const list = given.join(', ')
  const parameters = given.length === 0 ? 'without parameters' : `with parameter${given.length > 1 ? 's' : ''} ${list}`
  const isRaw = bodyTypes.length > 0 && bodyTypes !== JSON_TYPES
  const unnamed = `with a single unnamed ${bodyTypes.join('/')} parameter`
  const searched = isRaw ? unnamed : bodyTypes.length > 0 ? `${parameters} or ${unnamed}` : parameters
  const shown = given.length > 0 ? `(${list})` : isRaw ? '' : ' without parameters'
  return new TablesError(404, {
    code: 'PGRST202',
    message: `Could not find the function ${schema.name}.${name}${shown} in the schema cache`,
    details: `Searched for the function ${schema.name}.${name} ${searched}, but no matches were found in the schema cache.`,
    hint: hintFor(schema, name, overloads),
  })
}

function hintFor(schema: Schema, name: string, overloads: Routine[]): string | null {
  const [overload] = overloads
  if (overload) return `Perhaps you meant to call the function ${signature(schema, overload, ({ name: arg }) => arg)}`
  const near = nearest(name, schema.routines.keys())
  return near === undefined ? null : `Perhaps you meant to call the function ${schema.name}.${near}`
}

function severalRoutines(schema: Schema, candidates: Routine[]): TablesError {
  const list = candidates.map((routine) => signature(schema, routine, ({ name, type }) => `${name} => ${type}`))
  return new TablesError(300, {
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${list.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

function signature(schema: Schema, routine: Routine, show: (argument: Routine['args'][number]) => string): string {
  return `${schema.name}.${routine.name}(${routine.args.map(show).join(', ')})`
}

/** All functions of the name. Throws PGRST202 if there is none. */
export function findOverloads(schema: Schema, name: string): Routine[] {
  const overloads = schema.routines.get(name)
  if (!overloads) throw noRoutine(schema, { name, given: [], bodyTypes: [] }, [])
  return overloads
}
