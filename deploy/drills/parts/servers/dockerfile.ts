import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast'

/** The configuration of a container of the last stage. */
export interface Image {
  /** The folder that serves as its `/`. */
  root: string
  folder: string
  environment: Record<string, string>
  uid: number
  gid: number
  command: string[]
  healthCheck: string[]
  stopSignal: NodeJS.Signals
}

/**
 * Executes a Dockerfile without a container engine: each stage is a folder that serves as `/`, whose paths are
 * substituted in the commands. No accounts are created, because they would be this machine's; numeric ids suffice.
 * Throws at an unsupported line.
 */
export function runDockerfile({ context, stagesFolder }: { context: string; stagesFolder: string }): Image {
  const stages = new Map<string, Image>()
  let image = emptyImage('')
  for (const line of DockerfileParser.parse(readFileSync(join(context, 'Dockerfile'), 'utf8')).getInstructions()) {
    const words = wordsOf(line)
    const text = words.join(' ')
    const keyword = line.getKeyword()
    if (keyword === 'FROM') {
      const [base = '', , name = 'last'] = words
      image = emptyImage(join(stagesFolder, name))
      const earlier = stages.get(base)
      if (earlier) link(earlier.root, image.root)
      stages.set(name, image)
    } else if (keyword === 'WORKDIR') image.folder = at(image, words[0] ?? '')
    else if (keyword === 'COPY') {
      const from = (line as Copy).getFromFlag()?.getValue()
      copy(words, { image, context, from: from ? stages.get(from) : undefined })
    } else if (keyword === 'RUN') run(text, image)
    else if (keyword === 'ENV')
      Object.assign(image.environment, Object.fromEntries(words.map((pair) => pair.split('='))))
    else if (keyword === 'USER') [image.uid, image.gid] = text.split(':').map(Number) as [number, number]
    else if (keyword === 'CMD') image.command = JSON.parse(text)
    else if (keyword === 'HEALTHCHECK') image.healthCheck = JSON.parse(text.slice(text.indexOf('[')))
    else if (keyword === 'STOPSIGNAL') image.stopSignal = text as NodeJS.Signals
    else if (!['ARG', 'VOLUME', 'EXPOSE'].includes(keyword)) throw new Error(`${keyword} is not supported.`)
  }
  return image
}

function emptyImage(root: string): Image {
  if (root !== '') mkdirSync(root, { recursive: true })
  return { root, folder: root, environment: {}, uid: 0, gid: 0, command: [], healthCheck: [], stopSignal: 'SIGTERM' }
}

const wordsOf = (line: Instruction): string[] => (line.getRawArgumentsContent() ?? '').split(/\s+/)

/** Maps a path of the image to one of this machine. */
function at({ root, folder }: Image, path: string): string {
  const found = path.startsWith('/') ? join(root, path) : resolve(folder, path)
  mkdirSync(found, { recursive: true })
  return found
}

interface Copying {
  image: Image
  context: string
  from: Image | undefined
}

function copy(words: string[], { image, context, from }: Copying): void {
  const [sources, target = ''] = [words.slice(0, -1), words.at(-1)]
  if (from) {
    link(join(from.root, sources[0] ?? ''), at(image, target))
    return
  }
  const isIgnored = ignoredBy(join(context, '.dockerignore'))
  for (const source of sources) {
    const whole = resolve(context, source)
    const to = source === '.' ? at(image, target) : join(at(image, target), source)
    const filter = (path: string) => !isIgnored(path.slice(context.length + 1))
    cpSync(whole, to, { recursive: true, filter, verbatimSymlinks: true })
  }
}

/** Hard links: a stage's new files are invisible to the earlier stage, and existing files are never written to. */
function link(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['--archive', '--link', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} was not copied: ${stderr}`)
}

/** Supports the plain names, stars and exceptions of our .dockerignore; the last matching line decides. */
function ignoredBy(list: string): (path: string) => boolean {
  const rules = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), name: line.replace(/^!/, '') }))
    .map(({ keeps, name }) => ({
      keeps,
      shape: new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
    }))
  return (path) => rules.findLast(({ shape }) => shape.test(path))?.keeps === false
}

/** Skips commands that create accounts; runs all others here, with the stage's paths. */
function run(command: string, image: Image): void {
  const own = command
    .split(' && ')
    .filter((part) => !/^(groupadd|useradd) /.test(part))
    .map((part) =>
      part
        .replace(/(?<=\s)\/(market|data|source)\b/g, join(image.root, '$1'))
        .replace(/--(owner|group)=market/g, '--$1=10001'),
    )
    .join(' && ')
  const { status, stderr } = spawnSync('sh', ['-ec', own], {
    cwd: image.folder,
    encoding: 'utf8',
    env: buildEnvironment(image),
  })
  if (status !== 0) throw new Error(`RUN ${own} ended with ${status}: ${stderr.slice(-2_000)}`)
}

const buildEnvironment = ({ environment }: Image) => ({
  ...environment,
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/root',
})

/** Creates a build context: the sources, to which the drill adds files that must not be copied. */
export function makeContext(folder: string): string {
  const context = join(folder, 'context')
  rmSync(context, { recursive: true, force: true })
  mkdirSync(context)
  const packed = spawnSync('sh', [
    '-ec',
    `git ls-files -z | tar --null --files-from=- -cf - | tar -xf - -C '${context}'`,
  ])
  if (packed.status !== 0 || !existsSync(join(context, 'Dockerfile'))) throw new Error(`No context: ${packed.stderr}`)
  return context
}
