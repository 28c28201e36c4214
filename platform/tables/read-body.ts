import { parse } from 'csv-parse/sync'
import { type JsonBody, readJson as read, readBytes, readText } from '#platform/http/requests/body.ts'
import { bodyTooLarge, invalidBody } from './errors/errors.ts'

const MAX_DEPTH = 200
const MAX_VALUES = 100_000

/**
 * The body as JSON, CSV or form, each as JSON; undefined if it is empty. Throws PGRST102 if it is malformed and 413
 * above the limit.
 */
export async function readBody(request: Request, maxBytes: number): Promise<JsonBody | undefined> {
  const type = mediaType(request)
  if (type === 'text/csv') return asJson(csvRows(await readWords(request, maxBytes)))
  if (type === 'application/x-www-form-urlencoded') return asJson(formFields(await readWords(request, maxBytes)))
  return readJson(request, maxBytes)
}

/** A body that is one value. */
export interface RawBody {
  type: 'text' | 'xml' | 'bytea'
  /** As PostgreSQL reads the type. */
  text: string
}

const RAW_TYPES = new Map<string, RawBody['type']>([
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytea'],
])

/** The body as one value of the type that its content type means; undefined for any other content type. */
export async function readRawBody(request: Request, maxBytes: number): Promise<RawBody | undefined> {
  const type = RAW_TYPES.get(mediaType(request))
  if (!type) return undefined
  if (type !== 'bytea') return { type, text: await readWords(request, maxBytes) }
  const bytes = await readBytes(request, {
    maxBytes,
    reject() {
      throw bodyTooLarge(maxBytes)
    },
  })
  return { type, text: `\\x${Buffer.from(bytes).toString('hex')}` }
}

async function readJson(request: Request, maxBytes: number): Promise<JsonBody | undefined> {
  const body = await read(request, {
    maxBytes,
    maxDepth: MAX_DEPTH,
    maxValues: MAX_VALUES,
    reject(flaw) {
      if (flaw === 'too-large') throw bodyTooLarge(maxBytes)
      requireJsonType(request)
      if (flaw === 'too-many') throw tooManyValues()
      if (flaw === 'too-deep') throw invalidBody(`The body is nested deeper than ${MAX_DEPTH} levels`)
      throw invalidBody('Empty or invalid json')
    },
  })
  if (body.value === undefined) return undefined
  requireJsonType(request)
  return body
}

function readWords(request: Request, maxBytes: number): Promise<string> {
  return readText(request, {
    maxBytes,
    reject(flaw) {
      throw flaw === 'too-large' ? bodyTooLarge(maxBytes) : invalidBody('The body is not UTF-8')
    },
  })
}

/** Rows under the names of the first line; PostgreSQL reads the values as it reads literals, and `NULL` is null. */
function csvRows(text: string): Record<string, string | null>[] | undefined {
  const [header, ...lines] = csvLines(text)
  if (!header) return undefined
  if (new Set(header).size !== header.length) throw invalidBody('A column is named twice')
  if (header.length * lines.length > MAX_VALUES) throw tooManyValues()
  return lines.map((line) =>
    Object.fromEntries(header.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? '')])),
  )
}

function csvLines(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true })
  } catch (fault) {
    throw invalidBody(fault instanceof Error ? fault.message.slice(0, 200) : 'Empty or invalid csv')
  }
}

/** One row, whose values are texts; of a field that is sent twice, the last value counts. */
function formFields(text: string): Record<string, string> | undefined {
  const fields = Object.fromEntries(new URLSearchParams(text))
  return Object.keys(fields).length === 0 ? undefined : fields
}

function asJson(value: unknown): JsonBody | undefined {
  return value === undefined ? undefined : { value, text: JSON.stringify(value) }
}

const tooManyValues = () => invalidBody(`The body holds more than ${MAX_VALUES} values`)

const mediaType = (request: Request): string =>
  request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'

function requireJsonType(request: Request): void {
  const type = mediaType(request)
  if (type !== 'application/json' && !type.endsWith('+json')) throw invalidBody(`Content-Type not acceptable: ${type}`)
}
