// npm run dist [-- FOLDER]: writes everything needed to run the market, and no build tools, to `dist/`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'vite'
import { build, compressFully } from './build.mjs'
import { BUNDLED } from './bundled.mjs'
import { isBuilt } from './sources.mjs'
import { sqlSources } from './sql-sources.mjs'

/** The operator's commands, the files of scripts/operating: each becomes one JavaScript file and a script of npm. */
const COMMANDS = ['migrate', 'adopt', 'grant', 'end-sessions', 'audit', 'backup', 'restore', 'keys', 'status']

/** Files that are read at run time, or that an operator needs. */
const FILES = [
  '.npmrc',
  '.env.example',
  'README.md',
  'docs/operating.md',
  'docs/operating',
  'docs/scaling.md',
  'scripts/run-built.mjs',
  'scripts/healthy.mjs',
  'deploy/away.html',
  'deploy/caddy',
  'deploy/nginx',
  'deploy/patroni',
  'deploy/pgbackrest',
  'deploy/pgbouncer',
  'deploy/prometheus',
  'deploy/systemd',
  'web/public',
]

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const target = resolve(process.argv[2] ?? 'dist')
if (existsSync(target) && !existsSync(join(target, 'build/server/index.js')) && readdirSync(target).length > 0) {
  console.error(`${target} contains other files. Name an empty folder.`)
  process.exit(1)
}
if (!isBuilt()) await build({ quiet: true })
await compressFully()
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const path of ['build', ...FILES, ...sqlSources()]) cpSync(path, join(target, path), { recursive: true })
await bundleCommands()
writeJson('package.json', packageFile())
writeJson('package-lock.json', lockfile())
console.log(`${target} is complete. There: npm ci, then npm start.`)

async function bundleCommands() {
  const input = Object.fromEntries(COMMANDS.map((name) => [name, `scripts/operating/${name}.ts`]))
  await bundle({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir: join(target, 'commands'),
      emptyOutDir: true,
      rollupOptions: { input, output: { entryFileNames: '[name].mjs' } },
    },
  })
}

function packageFile() {
  const { scripts, devDependencies: _, imports: __, ...rest } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = Object.fromEntries(COMMANDS.map((name) => [name, `node commands/${name}.mjs`]))
  const start = scripts.start.replace('scripts/start.mjs', 'scripts/run-built.mjs')
  return { ...rest, scripts: { start, ...commands } }
}

/** The same versions as here, without devDependencies. */
function lockfile() {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { devDependencies: _, ...own } = lock.packages['']
  const others = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
  return { ...lock, packages: { '': own, ...Object.fromEntries(others) } }
}

function writeJson(name, content) {
  writeFileSync(join(target, name), `${JSON.stringify(content, null, 2)}\n`)
}
