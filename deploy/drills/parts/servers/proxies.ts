import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/postgres/free-port.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Certificate } from '../tls-client.ts'

export interface FrontProxy {
  name: string
  origin: string
}

interface ProxyOptions {
  sandbox: Sandbox
  keys: Certificate
  /** Ports of the market's processes. */
  upstreams: number[]
}

/** Debian's nginx with `deploy/nginx/ajoja.conf`, with only names, ports and folders changed. */
export async function startNginx({ sandbox, keys, upstreams }: ProxyOptions): Promise<FrontProxy> {
  const folder = join(sandbox.folder, 'nginx')
  const [port, plainPort] = [await freePort(), await freePort()]
  mkdirSync(folder)
  cpSync('deploy/away.html', join(folder, 'away.html'))
  const servers = upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=2 fail_timeout=5s;`)
  const site = replaced('deploy/nginx/ajoja.conf', [
    [/^ *listen \[.*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    [/server_name market\.example\.com/g, 'server_name localhost'],
    [/ssl_certificate +\S+;/, `ssl_certificate ${keys.certificate};`],
    [/ssl_certificate_key +\S+;/, `ssl_certificate_key ${keys.key};`],
    ['server 127.0.0.1:3000 max_fails=2 fail_timeout=5s;', servers.join('\n')],
    ['/etc/nginx/ajoja', folder],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http { access_log off; ${temporary.join(' ')} include /etc/nginx/mime.types; ${site} }`,
  )
  sandbox.atEnd(
    stopper(spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })),
  )
  await waitForPort(port)
  return { name: 'nginx', origin: `https://localhost:${port}` }
}

/** Debian's Caddy with `deploy/caddy/Caddyfile`, changed in the same way. */
export async function startCaddy({ sandbox, keys, upstreams }: ProxyOptions): Promise<FrontProxy> {
  const folder = join(sandbox.folder, 'caddy')
  const port = await freePort()
  mkdirSync(folder)
  cpSync('deploy/away.html', join(folder, 'away.html'))
  const site = replaced('deploy/caddy/Caddyfile', [
    ['market.example.com {', `https://localhost:${port} {\n\ttls ${keys.certificate} ${keys.key}`],
    ['reverse_proxy 127.0.0.1:3000', `reverse_proxy ${upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ')}`],
    ['/etc/caddy/ajoja', folder],
  ])
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`,
  )
  const options = { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } }
  const run = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  sandbox.atEnd(stopper(spawn('/usr/bin/caddy', run, { ...options, stdio: 'ignore' })))
  await waitForPort(port)
  return { name: 'Caddy', origin: `https://localhost:${port}` }
}

/** Throws if the file lacks a text to replace, because the drill would then not test the shipped configuration. */
function replaced(path: string, changes: [string | RegExp, string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const next = text.replace(from, to)
      if (next === text) throw new Error(`${path} has no ${from}`)
      return next
    },
    readFileSync(path, 'utf8'),
  )
}

const stopper = (child: ChildProcess) => async () => {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(late)
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await sleep(50)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}
