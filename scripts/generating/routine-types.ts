import type { Routine } from './read-routines.ts'
import { wireType } from './wire-type.ts'

/** Lines of `Functions` in the format of the table client; overloads become a union. */
export function routineTypes(routines: readonly Routine[]): string[] {
  const names = [...new Set(routines.map(({ name }) => name))]
  return names.flatMap((name) => {
    const own = routines.filter((routine) => routine.name === name)
    return own.flatMap((routine, index) => [
      index === 0 ? `      ${name}:${own.length > 1 ? '\n        | {' : ' {'}` : '        | {',
      `        Args: ${argsText(routine)}`,
      ...resultLines(routine),
      '      }',
    ])
  })
}

function argsText({ args }: Routine): string {
  if (args.length === 0) return 'never'
  const fields = args.map(
    ({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${wireType({ type, nullable: false })}`,
  )
  return `{ ${fields.join('; ')} }`
}

function resultLines({ result, returnsSet }: Routine): string[] {
  const many = returnsSet ? '[]' : ''
  if (!result) return ['        Returns: undefined']
  if ('row' in result) {
    const { kind, name } = result.row
    return [
      `        Returns: Wire['public']['${kind}']['${name}']['Row']${many}`,
      `        SetofOptions: { from: '*'; to: '${name}'; isOneToOne: ${!returnsSet}; isSetofReturn: ${returnsSet} }`,
    ]
  }
  if ('columns' in result) {
    const fields = result.columns.map((column) => `${column.name}: ${wireType(column)}`)
    return [`        Returns: { ${fields.join('; ')} }${many}`]
  }
  const value = wireType(result)
  return [`        Returns: ${many && result.nullable ? `(${value})` : value}${many}`]
}
