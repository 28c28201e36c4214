import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface DescribedOperation {
  requestBody: { content: DescribedContent }
  responses: Record<string, { content: DescribedContent }>
}

interface DescribedContent {
  'application/json': { schema: { required?: string[] } }
}

interface DescribedApi {
  paths: Record<string, { post: DescribedOperation }>
  components: object
}

const described = JSON.parse(readFileSync('web/public/openapi.json', 'utf8')) as DescribedApi
const ajv = new Ajv2020({ strict: false, allErrors: true })
const compiled = new Map<string, ValidateFunction>()

/** Faults of a call's body or answer by the public description of the commands; empty if it fits. */
export function schemaFaults(command: string, part: 'request' | '200' | 'default', value: unknown): string[] {
  const key = `${command} ${part}`
  const validate = compiled.get(key) ?? ajv.compile(schemaOf(command, part))
  compiled.set(key, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${key}${instancePath}: ${message}`)
}

/** The fields of a command that no call may leave out. */
export function requiredFields(command: string): string[] {
  const content = described.paths[`/functions/v1/${command}`]?.post.requestBody.content
  return content?.['application/json'].schema.required ?? []
}

function schemaOf(command: string, part: 'request' | '200' | 'default'): object {
  const operation = described.paths[`/functions/v1/${command}`]?.post
  const content = part === 'request' ? operation?.requestBody.content : operation?.responses[part]?.content
  if (!content) throw new Error(`${command} is not described`)
  return { ...content['application/json'].schema, components: described.components }
}
