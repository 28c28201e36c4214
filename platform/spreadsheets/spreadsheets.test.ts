import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

const LIMITS = { maxRows: 100, maxColumns: 20, maxBytes: 1_000_000 }

/** A ZIP archive of these parts. */
function archive(parts: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(text), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(Buffer.byteLength(text), 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const workbook = (cells: string, more: Record<string, string> = {}) =>
  archive({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${cells}</sheetData></worksheet>`,
    ...more,
  })
const ROWS = `<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c></row>
  <row r="2"><c r="A2" t="inlineStr"><is><t>Rice &amp; beans</t></is></c><c r="B2"><v>5000.5</v></c></row>`

test('the first sheet is read as text', async () => {
  expect(await readXlsx(workbook(ROWS), LIMITS)).toEqual([
    ['Name', 'Price'],
    ['Rice & beans', '5000.5'],
  ])
})

test.each([
  ['a bomb', workbook(ROWS, { 'xl/media/a': 'a'.repeat(2_000_000) }), 'too-large'],
  ['a cell far to the right', workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'too-large'],
  ['a cell far below', workbook('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), 'too-many-rows'],
  ['entities', workbook(ROWS, { 'xl/a.xml': '<!DOCTYPE a [<!ENTITY b "c">]>' }), 'unreadable'],
  ['no archive', Buffer.from('PK\u0003\u0004nothing'), 'unreadable'],
  ['a part of one', workbook(ROWS).subarray(0, 300), 'unreadable'],
])('%s is refused', async (_, bytes, fault) => {
  expect(await readXlsx(bytes, LIMITS)).toBe(fault)
})

test('CSV with quotes, separators and line breaks in cells', () => {
  expect(readCsv('\uFEFFa,"b ""c"", d"\r\n"x\ny",\n', 10)).toEqual([
    ['a', 'b "c", d'],
    ['x\ny', ''],
  ])
  expect(readCsv('a;b\n1,5;2', 10)).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(readCsv('a\nb\nc', 2)).toBe('too-many-rows')
  expect(readCsv('a,b\n5" pipe,"open', 10)).toBe('unreadable')
  expect(readCsv('a,b\r\n5" pipe,2', 10)).toEqual([
    ['a', 'b'],
    ['5" pipe', '2'],
  ])
})
