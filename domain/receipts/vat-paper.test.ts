import { describe, expect, it } from 'vitest'
import { type DocumentSums, MAX_LISTED_DOCUMENTS, vatPaper } from './vat-paper.ts'
import { readVatPeriod, vatPeriodDays, vatPeriodText } from './vat-period.ts'

const TODAY = '2026-11-29'
const period = (name: string) => {
  const read = readVatPeriod(name, TODAY)
  return read && [vatPeriodText(read), vatPeriodDays(read)]
}

describe('the period of a VAT report', () => {
  it('is a month or a quarter that has begun', () => {
    expect(period('2026-02')).toEqual(['February 2026', '1 February 2026 to 28 February 2026'])
    expect(period('2024-02')?.[1]).toBe('1 February 2024 to 29 February 2024')
    expect(period('2026-Q4')).toEqual(['2026 Q4', '1 October 2026 to 31 December 2026'])
    expect(period('2026-11')?.[0]).toBe('November 2026')
    for (const none of ['2026-12', '2027-Q1', '2026-13', '2026-00', '2026-Q5', '2019-01', '', '2026', '2026-1', "x'"])
      expect(period(none), none).toBeNull()
  })
})

const rate = (vat_bps: number, income_kobo: number, vat_kobo: number) => ({
  vat_bps,
  buyer_fee_kobo: income_kobo,
  vendor_fee_kobo: 0,
  delivery_kobo: null,
  handling_kobo: 0,
  earned_kobo: income_kobo + 100,
  credited_kobo: 100,
  income_kobo,
  vat_kobo,
})
const day = (date: string, first: number, last: number): DocumentSums => ({
  day: date,
  kind: 'invoice',
  documents: last - first + 1,
  first_number: `INV-2026-${String(first).padStart(6, '0')}`,
  last_number: `INV-2026-${String(last).padStart(6, '0')}`,
  amount_kobo: (last - first + 1) * 1_050,
})
const quarter = readVatPeriod('2026-Q1', TODAY)
if (!quarter) throw new Error('no quarter')
const facts = {
  period: quarter,
  author: 'Ada Obi',
  rates: [rate(750, 107_500, 7_500), rate(1_000, 110_001, 10_000)],
  days: [day('2026-01-05', 7, 9), day('2026-03-31', 10, 12)],
}
const NOW = new Date('2026-11-29T09:00:00Z')

describe('a VAT report', () => {
  it('has net, VAT and gross of each rate, and their total to the kobo', () => {
    const paper = vatPaper({ ...facts, documents: [] }, NOW)
    expect(paper.tables?.[0]?.lines).toEqual([
      ['7.5%', '₦1,076', '₦1', '₦1,075', '₦75', '₦1,000'],
      ['10%', '₦1,101.01', '₦1', '₦1,100.01', '₦100', '₦1,000.01'],
      ['Total', '₦2,177.01', '₦2', '₦2,175.01', '₦175', '₦2,000.01'],
    ])
    expect(paper.tables?.[1]?.lines.at(-1)).toEqual(['Total', '₦2,175.01', '₦0', '₦0', '₦0'])
    expect(paper.parties).toEqual([{ title: 'Made by', party: { name: 'Ada Obi', lines: [] } }])
  })

  it('names the first and last number of each kind', () => {
    const paper = vatPaper({ ...facts, documents: [] }, NOW)
    expect(paper.tables?.[2]?.lines).toEqual([['Invoice', 'INV-2026-000007', 'INV-2026-000012', '6', '₦63']])
  })

  it('names the lowest and highest number, also if a later day has a lower one', () => {
    const days = [day('2026-01-05', 8, 999_999), day('2026-01-06', 7, 1_000_000), day('2026-01-07', 9, 10)]
    const paper = vatPaper({ ...facts, days, documents: [] }, NOW)
    expect(paper.tables?.[2]?.lines[0]?.slice(1, 3)).toEqual(['INV-2026-000007', 'INV-2026-1000000'])
  })

  it('has a line for each day instead of each document when there are too many', () => {
    const paper = vatPaper({ ...facts, documents: null }, NOW)
    expect(paper.lines.map(([, , first, last, count]) => [first, last, count])).toEqual([
      ['INV-2026-000007', 'INV-2026-000009', '3'],
      ['INV-2026-000010', 'INV-2026-000012', '3'],
    ])
    expect(paper.notes.join(' ')).toContain(`at most ${MAX_LISTED_DOCUMENTS} documents`)
    expect(paper.notes.join(' ')).toContain('CSV files of its months have each document')
  })
})
