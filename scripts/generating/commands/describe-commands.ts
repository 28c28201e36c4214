import { allRefusals } from '#domain/all-refusals.ts'
import { brand } from '#domain/brand/brand.ts'
import type { AnyCommand } from '#server/command.ts'
import { commands } from '#server/features.ts'
import { type CommandTypes, readCommandTypes } from './command-types.ts'
import type { JsonSchema } from './json-schema.ts'

/** All commands as an OpenAPI 3.1 document: the types of api/commands/ with the facts of their registration. */
export function describeCommands() {
  const types = readCommandTypes()
  const paths: Record<string, unknown> = {}
  for (const command of commands) {
    const found = types.commands.get(command.name)
    if (!found) throw new Error(`${command.name} has no types in api/commands/`)
    paths[`/functions/v1/${command.name}`] = { post: operationOf(command, found, types.definitions) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `Commands of ${brand.name}`, version: '1', description: INTRODUCTION },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...types.definitions, Refusal: refusalSchema() },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The publishable or the secret key' },
        person: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session' },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    },
  }
}

const INTRODUCTION =
  'Everything that moves money, stock or roles. A command runs once per Idempotency-Key and person; a retry gets the stored response. ' +
  'Fields that a command does not list are refused. Amounts ending in _kobo are whole kobo. ' +
  'Clients ignore fields of responses that they do not know.'

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Up to 255 visible ASCII characters, new for each act. Send it again with every retry of that act.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

function operationOf(command: AnyCommand, types: CommandTypes, definitions: Record<string, JsonSchema>) {
  const { name, who, limit } = command
  const answer = (schema: JsonSchema) => ({ 'application/json': { schema } })
  const refusal = { $ref: '#/components/schemas/Refusal' }
  return {
    operationId: name,
    tags: [types.feature],
    ...(types.description && { description: types.description }),
    security: who === 'anyone' ? [{ key: [] }] : who === 'signed-in' ? [{ key: [], person: [] }] : [{ key: [] }],
    'x-callers': who,
    'x-rate-limit': limit,
    ...(!command.returnsSecrets && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    requestBody: { required: true, content: answer(checkedInput(command, types.input, definitions)) },
    responses: {
      200: { description: 'Done', content: answer(types.output) },
      default: { description: 'Refused; nothing was changed', content: answer(refusal) },
    },
  }
}

/**
 * The server refuses fields that it does not know, so that a forged or misspelt one is noticed, and those that its check
 * misses in an empty body. A check that takes an empty body leaves it to the command to refuse it: then the types say
 * what is needed.
 */
function checkedInput(command: AnyCommand, schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const named = schema.$ref ? definitions[schema.$ref.replace(/^.*\//, '')] : undefined
  const { required = [], ...rest } = named ?? schema
  const empty = command.check({})
  const needed = empty.ok ? required : required.filter((field) => Object.hasOwn(empty.errors, field))
  return { ...rest, ...(needed.length > 0 && { required: needed }), additionalProperties: false }
}

function refusalSchema(): JsonSchema {
  const sent = allRefusals.flatMap((kinds) => Object.entries(kinds)).filter(([kind]) => kind !== 'offline')
  const codes = [...new Set(sent.flatMap(([, texts]) => Object.keys(texts)))].toSorted()
  return {
    type: 'object',
    properties: {
      code: { enum: codes, description: 'For programs' },
      message: { type: 'string', description: 'For people, in English' },
      details: { type: 'object' },
      lines: { type: 'array', items: { type: 'object' } },
      errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'A text by field' },
      templates: { type: 'object', description: 'The texts with their values apart, for translation' },
    },
    required: ['code', 'message'],
  }
}
