import { expect, type Locator } from '@playwright/test'
import pg from 'pg'
import { formatNaira } from '#domain/money.ts'

export interface ShownFigure {
  screen: string
  figure: string
  /** The part of the screen that shows the amount. */
  at: Locator
  /** The amount by the books, in kobo. */
  books: bigint
}

/** Amounts on screens, compared with the books. */
export interface FigureTable {
  /** One amount in kobo, by a query of the owner. */
  amount(sql: string, values?: readonly unknown[]): Promise<bigint>
  /** Fails if the screen does not show the amount of the books. */
  compare(shown: ShownFigure): Promise<void>
  /** All compared figures, one line each. */
  toString(): string
  close(): Promise<void>
}

export async function openFigureTable(databaseUrl: string): Promise<FigureTable> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const lines: string[] = []
  return {
    async amount(sql, values = []) {
      const { rows } = await client.query<{ kobo: string }>({
        text: `select (${sql})::text as kobo`,
        values: [...values],
      })
      return BigInt(rows[0]?.kobo ?? -1)
    },
    async compare({ screen, figure, at, books }) {
      await expect(at.filter({ visible: true }).first()).toContainText(formatNaira(books))
      lines.push(`| ${screen} | ${figure} | ${formatNaira(books)} |`)
    },
    toString: () => lines.join('\n'),
    close: () => client.end(),
  }
}
