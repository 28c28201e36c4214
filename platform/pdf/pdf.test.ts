import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { Paper } from './paper.ts'
import { writePdf } from './write-pdf.ts'

const paper: Paper = {
  title: 'Receipt RC-2026-000001',
  issuer: { name: 'Market', lines: ['14 Commercial Avenue', 'Lagos'] },
  subject: 'Receipt',
  language: 'en-NG',
  issuedAt: new Date('2026-11-22T09:00:00Z'),
  footer: 'Market, RC-2026-000001',
  blocks: [
    { kind: 'columns', columns: [{ title: 'Paid by', lines: ['Ọláńrewájú Ṣadé'] }] },
    { kind: 'facts', rows: [['Paid on', '22 November 2026']] },
    {
      kind: 'table',
      columns: [
        { title: 'What', share: 3 },
        { title: 'Amount', share: 1, align: 'right' },
      ],
      rows: [['Ẹ̀fọ́ and ọ̀gẹ̀dẹ̀, Hausa ɗanwake', '₦46,800.50']],
    },
    { kind: 'sums', rows: [{ label: 'Total', amount: '₦46,800.50', isTotal: true }] },
  ],
}

describe('a PDF', () => {
  test('contains its text, with the naira sign and dotted letters', async () => {
    const { text } = await read(paper)
    expect(text).toContain('₦46,800.50')
    expect(text).toContain('Ọláńrewájú Ṣadé')
    expect(text).toContain('ɗanwake')
    expect(text).toContain('Page 1 of 1')
  })

  test('embeds both fonts, and no others', async () => {
    const bytes = await bytesOf(paper)
    const fonts = [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?([\w-]+)/g),
    ]
    expect([...new Set(fonts.map(([, name]) => name))].sort()).toEqual(['DejaVuSans', 'DejaVuSans-Bold'])
    expect(bytes.length).toBeLessThan(60_000)
  })

  test('has metadata, and the same paper gives the same bytes', async () => {
    const bytes = await bytesOf(paper)
    const { info } = await getMeta(await getDocumentProxy(bytes.slice()))
    expect(info).toMatchObject({ Title: 'Receipt RC-2026-000001', Author: 'Market', Language: 'en-NG' })
    expect(Buffer.from(await bytesOf(paper)).equals(Buffer.from(bytes))).toBe(true)
  })

  test('breaks a long table between rows and repeats its header', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [`Row ${index + 1}.`, `₦${index + 1}.00`])
    const columns = [
      { title: 'Entry', share: 3 },
      { title: 'Amount', share: 1, align: 'right' as const },
    ]
    const { pages } = await read({ ...paper, blocks: [{ kind: 'table', columns, rows }] })
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Entry')
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    const allText = pages.join(' ')
    for (const [name = '', amount = ''] of rows) expect(allText).toContain(`${name} ${amount}`)
  })

  test('shows the placeholder of an empty table', async () => {
    const columns = [{ title: 'Entry', share: 1 }]
    const { text } = await read({ ...paper, blocks: [{ kind: 'table', columns, rows: [], empty: 'Nothing yet.' }] })
    expect(text).toContain('Nothing yet.')
  })

  test('truncates an overlong word', async () => {
    const long = 'x'.repeat(200_000)
    const columns = [{ title: 'Entry', share: 1 }]
    const { pages } = await read({ ...paper, blocks: [{ kind: 'table', columns, rows: [[long]] }] })
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('x…')
  })
})

async function bytesOf(input: Paper): Promise<Uint8Array> {
  return new Uint8Array(await new Response(await writePdf(input)).arrayBuffer())
}

async function read(input: Paper): Promise<{ text: string; pages: string[] }> {
  const document = await getDocumentProxy(await bytesOf(input))
  const { text: pages } = await extractText(document, { mergePages: false })
  const tidy = pages.map((page) => page.replace(/\s+/g, ' '))
  return { pages: tidy, text: tidy.join(' ') }
}
