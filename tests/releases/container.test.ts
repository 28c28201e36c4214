import { readFileSync } from 'node:fs'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

// Parsed only, because there is no container engine here; `npm run drill -- container` executes its lines.

const source = readFileSync('Dockerfile', 'utf8')
const parsed = DockerfileParser.parse(source)
const of = (keyword: string) =>
  parsed
    .getInstructions()
    .filter((line) => line.getKeyword() === keyword)
    .map((line) => line.getRawArgumentsContent() ?? '')

test('the linter has no findings', () => {
  expect(validate(source).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
})

test('it has a pinned base image, an unprivileged user, a health check and a graceful stop signal', () => {
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

test('no layer contains keys, data or settings', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.env*', '.data*', 'node_modules']))
  expect(of('ENV').join(' ')).not.toMatch(/SECRET|KEY|PASSWORD|TOKEN|SMTP|DATABASE_URL/)
})

test('the scripts of CMD and HEALTHCHECK are part of the distribution', () => {
  const files = readFileSync('scripts/building/dist.mjs', 'utf8')
  const called = [...of('CMD'), ...of('HEALTHCHECK')].flatMap((line) => line.match(/scripts\/[\w-]+\.mjs/g) ?? [])
  expect(called).toHaveLength(2)
  for (const script of called) expect(files).toContain(`'${script}'`)
})
