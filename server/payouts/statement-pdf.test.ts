import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { statementPaper } from '#domain/payouts/statement-paper.ts'
import { writePdf } from '#platform/pdf/write-pdf.ts'
import { documentPaper } from '#server/receipts/document-paper.ts'

const NOW = new Date('2026-11-22T09:00:00Z')

const earned = (number: number, balance_kobo: number) => ({
  posted_at: '2026-11-03T09:00:00Z',
  kind: 'vendor_earned',
  order_no: 1000 + number,
  product_name: 'Ọ̀fadà rice',
  reference: null,
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
    const { text } = await read({ openingKobo: 1_500_000, closingKobo: 2_775_950, rows })
    expect(text).toContain('Statement November 2026')
    expect(text).toContain('Shop Mama Ṣadé Foods')
    expect(text).toContain('Balance at the beginning ₦15,000')
    expect(text).toContain('Sun 1 Nov Payout to your bank payout-7f – -₦10,000 ₦5,000')
    expect(text).toContain('Tue 3 Nov Order 1001, Ọ̀fadà rice ₦1,250.50 ₦23,759.50 ₦28,759.50')
    expect(text).toContain('Order 1002, Ọ̀fadà rice: given back to a buyer – -₦1,000 ₦27,759.50')
    expect(text).toContain('From orders, after our fee ₦22,759.50')
    expect(text).toContain('Payouts, less what came back -₦10,000')
    expect(text).toContain('Balance at the end ₦27,759.50 Our fee, taken before ₦1,250.50')
  })

  test('of many movements lists all of them, with page numbers', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => earned(index, (index + 1) * 2_375_950))
    const { text, pages } = await read({ openingKobo: 0, closingKobo: 120 * 2_375_950, rows })
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    for (const { order_no } of rows) expect(text).toContain(`Order ${order_no},`)
  })

  test('of a quiet month says so', async () => {
    const { text } = await read({ openingKobo: -50_000, closingKobo: -50_000, rows: [] })
    expect(text).toContain('Balance at the end -₦500')
    expect(text).toContain('Nothing moved in this month.')
  })
})

type Rows = Pick<Parameters<typeof statementPaper>[0], 'openingKobo' | 'closingKobo' | 'rows'>

async function read(rows: Rows): Promise<{ text: string; pages: string[] }> {
  const paper = statementPaper({ shopName: 'Mama Ṣadé Foods', month: '2026-11', ...rows }, NOW)
  const bytes = new Uint8Array(await new Response(await writePdf(documentPaper(paper, NOW))).arrayBuffer())
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: false })
  const pages = text.map((page) => page.replace(/\s+/g, ' '))
  return { pages, text: pages.join(' ') }
}
