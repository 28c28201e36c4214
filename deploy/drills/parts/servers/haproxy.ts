import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/postgres/free-port.ts'
import { needPrograms, type Sandbox } from '../sandbox.ts'

const HAPROXY = '/usr/sbin/haproxy'

/** Starts a load balancer that checks the readiness of each port; returns its address once it answers. */
export async function startHaproxy(sandbox: Sandbox, ports: readonly number[]): Promise<string> {
  needPrograms({ haproxy: HAPROXY })
  const port = await freePort()
  const file = join(sandbox.folder, 'haproxy.cfg')
  const servers = ports.map((one, index) => ({ name: `market${index + 1}`, address: `127.0.0.1:${one}` }))
  writeFileSync(file, proxyOfMarket(`127.0.0.1:${port}`, servers))
  const balancer = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const removed = new Promise((resolve) => balancer.once('exit', resolve))
  sandbox.atEnd(() => {
    balancer.kill('SIGTERM')
    return removed
  })
  const origin = `http://localhost:${port}`
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return origin
    await sleep(100)
  }
  throw new Error('HAProxy found no process that is ready.')
}

/** The configuration of docs/operating/processes.md, for an address with its port and the processes behind it. */
export const proxyOfMarket = (bind: string, servers: readonly { name: string; address: string }[]) => `defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout check 2s
  timeout tunnel 1h
  option redispatch
  option forwardfor
  retries 3
  retry-on conn-failure
listen market
  bind ${bind}
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 300ms fall 3 rise 1
${servers.map(({ name, address }) => `  server ${name} ${address}`).join('\n')}
`
