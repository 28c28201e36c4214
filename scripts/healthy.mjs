// Exits with 0 if the market of this environment responds: a container's health check without curl.
const { PORT = '3000' } = process.env
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(2_500) })
  process.exitCode = ok ? 0 : 1
} catch (error) {
  console.error(`The health check on port ${PORT} failed: ${error.cause?.message ?? error.message}.`)
  process.exitCode = 1
}
