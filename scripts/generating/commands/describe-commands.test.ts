import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { commands } from '#server/features.ts'
import { describeCommands } from './describe-commands.ts'

// Reading the types takes seconds.
const described = describeCommands()

test('the public description is that of the types', () => {
  const stored: unknown = JSON.parse(readFileSync('web/public/openapi.json', 'utf8'))
  expect(stored, 'run npm run generate').toEqual(JSON.parse(JSON.stringify(described)))
})

test('every command is described, with the fields that its check takes', () => {
  const paths = described.paths as Record<string, { post: { requestBody: { content: Content } } }>
  expect(Object.keys(paths)).toEqual(commands.map(({ name }) => `/functions/v1/${name}`))
  for (const { name, fields, requiresCaptcha } of commands) {
    const { schema } = paths[`/functions/v1/${name}`]?.post.requestBody.content['application/json'] ?? {}
    const taken = requiresCaptcha ? [...fields, 'captcha_token'] : fields
    expect(Object.keys(schema?.properties ?? {}).toSorted(), name).toEqual(taken.toSorted())
    expect(schema?.additionalProperties, name).toBe(false)
  }
})

interface Content {
  'application/json': { schema: { properties?: object; additionalProperties?: unknown } }
}

test('is made of valid schemas, and each reference has its target', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true })
  ajv.addVocabulary(['components'])
  const operations = Object.values(described.paths as Record<string, { post: Operation }>)
  const schemas = operations.flatMap(({ post }) =>
    [post.requestBody.content, ...Object.values(post.responses).map(({ content }) => content)].map(
      (content) => content['application/json'].schema,
    ),
  )
  expect(schemas.length).toBeGreaterThan(commands.length)
  // As one schema, because each would compile the same components.
  expect(() => ajv.compile({ components: described.components, anyOf: schemas })).not.toThrow()
})

interface Operation {
  requestBody: { content: Content }
  responses: Record<string, { content: Content }>
}
