import { readFileSync } from 'node:fs'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

// Read as an engine reads it, since none runs here; `npm run drill -- container` plays its lines.

const source = readFileSync('Dockerfile', 'utf8')
const parsed = DockerfileParser.parse(source)
const of = (keyword: string) =>
  parsed
    .getInstructions()
    .filter((line) => line.getKeyword() === keyword)
    .map((line) => line.getRawArgumentsContent() ?? '')

test('the linter finds nothing in it', () => {
  expect(validate(source).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
})

test('it stands on one pinned version, runs without rights, says how it is and ends in order', () => {
  expect(of('ARG')).toEqual([expect.stringMatching(/^NODE=node:22\.\d+\.\d+-[a-z]+-slim$/)])
  expect(of('FROM').map((line) => line.split(' ')[0])).toEqual([
    expect.stringContaining('NODE'),
    'packages',
    expect.stringContaining('NODE'),
  ])
  expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d{3,}:[1-9]\d{3,}$/)])
  expect(of('HEALTHCHECK')).toHaveLength(1)
  expect(of('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(of('VOLUME')).toEqual(['["/data"]'])
})

test('neither keys nor data nor settings get into a layer', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.env*', '.data*', 'node_modules']))
  expect(of('ENV').join(' ')).not.toMatch(/SECRET|KEY|PASSWORD|TOKEN|SMTP|DATABASE_URL/)
})

test('what it starts and asks is in the folder that only runs', () => {
  const files = readFileSync('scripts/dist.mjs', 'utf8')
  const called = [...of('CMD'), ...of('HEALTHCHECK')].flatMap((line) => line.match(/scripts\/[\w-]+\.mjs/g) ?? [])
  expect(called).toHaveLength(2)
  for (const script of called) expect(files).toContain(`'${script}'`)
})
