import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { formatNaira } from '#domain/money.ts'
import {
  addStatementLine,
  openStatementLines,
  type StatementRow,
  statementPaper,
} from '#domain/payouts/statement-paper.ts'
import { writePdf } from '#platform/pdf/write-pdf.ts'
import { documentPaper } from '#server/receipts/document-paper.ts'

const NOW = new Date('2026-11-22T09:00:00Z')

const earned = (number: number, balance_kobo: number) => ({
  posted_at: '2026-11-03T09:00:00Z',
  kind: 'vendor_earned',
  order_no: 1000 + number,
  product_name: 'Ọ̀fadà rice',
  reference: null,
  last_four: null,
  fee_kobo: 125_050,
  amount_kobo: 2_375_950,
  balance_kobo,
})

/** The last instant of October in UTC is the first of November in Lagos. */
const paidOut = {
  posted_at: '2026-10-31T23:30:00Z',
  kind: 'payout_begun',
  order_no: null,
  product_name: null,
  reference: 'payout-7f',
  last_four: '4560',
  fee_kobo: 0,
  amount_kobo: -1_000_000,
  balance_kobo: 500_000,
}

describe('a statement as PDF', () => {
  test('goes from balance to balance, with each movement, its order and its fee', async () => {
    const rows = [
      paidOut,
      earned(1, 2_875_950),
      { ...earned(2, 2_775_950), kind: 'vendor_return_owed', fee_kobo: 0, amount_kobo: -100_000 },
    ]
    const { text } = await read({ openingKobo: 1_500_000, rows })
    expect(text).toContain('Statement November 2026')
    expect(text).toContain('Shop Mama Ṣadé Foods')
    expect(text).toContain('Balance at the beginning ₦15,000')
    expect(text).toContain('Sun 1 Nov Payout to your bank, account ending in 4560 payout-7f – – -₦10,000 ₦5,000')
    expect(text).toContain('Tue 3 Nov Order 1001, Ọ̀fadà rice ₦25,010 ₦1,250.50 ₦23,759.50 ₦28,759.50')
    expect(text).toContain('Order 1002, Ọ̀fadà rice: given back to a buyer – – -₦1,000 ₦27,759.50')
    expect(text).toContain('Sold and handed over ₦25,010 Our fee -₦1,250.50 Given back to buyers -₦1,000')
    expect(text).toContain('Payouts, less what came back -₦10,000')
    expect(text).toContain('Balance at the end ₦27,759.50')
  })

  test('of many movements lists all of them, with page numbers', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => earned(index, (index + 1) * 2_375_950))
    const { text, pages } = await read({ openingKobo: 0, rows })
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page.includes('Carried forward')).toBe(index < pages.length - 1)
      expect(page.includes('Brought forward')).toBe(index > 0)
    }
    for (const { order_no } of rows) expect(text).toContain(`Order ${order_no},`)
  })

  test('carries forward what its lines add up to', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => earned(index, (index + 1) * 2_375_950))
    const { pages } = await read({ openingKobo: 0, rows })
    const shown = /Order (\d+), Ọ̀fadà rice \S+ \S+ \S+ \S+ Carried forward (\S+) (\S+) (\S+) (\S+)/.exec(pages[0] ?? '')
    const lines = Number(shown?.[1]) - 999
    const naira = (kobo: number) => formatNaira(lines * kobo)
    expect(shown?.slice(2)).toEqual([naira(2_501_000), naira(125_050), naira(2_375_950), naira(2_375_950)])
    expect(pages[1]).toContain(`Brought forward ${shown?.slice(2).join(' ')}`)
  })

  test('of more movements than a thread can buffer has a number on each page', async () => {
    const rows = Array.from({ length: 2_100 }, (_, index) => earned(index, (index + 1) * 2_375_950))
    const { text, pages } = await read({ openingKobo: 0, rows })
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1}`)
    expect(text).toContain(`Balance at the end ${formatNaira(2_100 * 2_375_950)}`)
  })

  test('of a quiet month says so', async () => {
    const { text } = await read({ openingKobo: -50_000, rows: [] })
    expect(text).toContain('Balance at the end -₦500')
    expect(text).toContain('Nothing moved in this time.')
  })
})

interface Rows {
  openingKobo: number
  rows: readonly StatementRow[]
}

async function read({ openingKobo, rows }: Rows): Promise<{ text: string; pages: string[] }> {
  const lines = openStatementLines()
  for (const row of rows) addStatementLine(lines, row)
  const period = { from: '2026-11', until: '2026-11' }
  const paper = statementPaper({ shopName: 'Mama Ṣadé Foods', period, openingKobo }, lines, NOW)
  const bytes = new Uint8Array(await new Response(await writePdf(documentPaper(paper, NOW))).arrayBuffer())
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: false })
  const pages = text.map((page) => page.replace(/\s+/g, ' '))
  return { pages, text: pages.join(' ') }
}
