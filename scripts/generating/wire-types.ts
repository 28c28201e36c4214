import type { Catalogue, Column, Relationship } from './read-catalogue.ts'
import { routineTypes } from './routine-types.ts'
import { wireType } from './wire-type.ts'

/** The types for the table client: rows as they are in JSON (numeric as number, times as string). */
export function wireTypes({ columns, relationships, routines }: Catalogue): string {
  const tables = group(columns.filter((column) => column.kind === 'table'))
  const views = group(columns.filter((column) => column.kind === 'view'))
  return `${[
    '// Generated from the database by `npm run generate`. Rows and results of functions as the table API brings them.',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]',
    '',
    'export interface Wire {',
    '  public: {',
    '    Tables: {',
    ...[...tables].flatMap(([name, own]) => tableLines(name, own, relationships)),
    '    }',
    '    Views: {',
    ...[...views].flatMap(([name, own]) => viewLines(name, own, relationships)),
    '    }',
    '    Functions: {',
    ...routineTypes(routines),
    '    }',
    '  }',
    '}',
    '',
    "export type TableRow<Name extends keyof Wire['public']['Tables']> = Wire['public']['Tables'][Name]['Row']",
  ].join('\n')}\n`
}

function group(columns: Column[]): Map<string, Column[]> {
  const grouped = new Map<string, Column[]>()
  for (const column of columns) grouped.set(column.table, [...(grouped.get(column.table) ?? []), column])
  return grouped
}

function tableLines(name: string, columns: Column[], relationships: Relationship[]): string[] {
  const writable = columns.filter((column) => !column.generated)
  return [
    `      ${name}: {`,
    '        Row: {',
    ...columns.map((column) => `          ${column.name}: ${wireType(column)}`),
    '        }',
    '        Insert: {',
    ...writable.map((column) => `          ${column.name}${column.optional ? '?' : ''}: ${wireType(column)}`),
    '        }',
    '        Update: {',
    ...writable.map((column) => `          ${column.name}?: ${wireType(column)}`),
    '        }',
    relationshipLine(name, relationships),
    '      }',
  ]
}

function viewLines(name: string, columns: Column[], relationships: Relationship[]): string[] {
  return [
    `      ${name}: {`,
    '        Row: {',
    ...columns.map((column) => `          ${column.name}: ${wireType(column)}`),
    '        }',
    relationshipLine(name, relationships),
    '      }',
  ]
}

function relationshipLine(name: string, relationships: Relationship[]): string {
  const own = relationships.filter((relationship) => relationship.table === name)
  return `        Relationships: [${own.map(relationshipText).join(', ')}]`
}

function relationshipText(relationship: Relationship): string {
  const list = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
  return `{ foreignKeyName: '${relationship.name}'; columns: ${list(relationship.columns)}; isOneToOne: ${relationship.oneToOne}; referencedRelation: '${relationship.target}'; referencedColumns: ${list(relationship.targetColumns)} }`
}
