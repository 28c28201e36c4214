# syntax=docker/dockerfile:1
# The market as a container: what `npm run dist` makes, run by an account without rights. docs/operating/container.md says how to use it,
# `npm run drill -- container` plays each line of it without an engine.

# Raise it with each security release of Node 22; the packages come from package-lock.json.
ARG NODE=node:22.21.1-bookworm-slim

FROM ${NODE} AS packages
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-update-notifier

FROM packages AS built
WORKDIR /source
COPY . ./
RUN npm run dist -- /market
WORKDIR /market
RUN npm ci --no-update-notifier

FROM ${NODE} AS market
RUN groupadd --system --gid 10001 market && useradd --system --uid 10001 --gid market --home-dir /data --no-create-home --shell /usr/sbin/nologin market && install --directory --owner=market --group=market --mode=0711 /data
COPY --from=built /market /market
# No secret belongs here: anyone who gets an image can read it. They come with the environment, or as /market/.env when it runs.
ENV MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /market
USER 10001:10001
# Files that people upload, keys in demo mode, and the embedded database where DATABASE_URL names no other.
VOLUME ["/data"]
EXPOSE 3000
# As docs/operating.md says: it leaves the balancer, ends what runs, and is gone within 12 seconds.
STOPSIGNAL SIGTERM
# Only whether the process lives: a database that is away for a minute is no reason to restart it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.mjs"]
CMD ["node", "--max-semi-space-size=8", "scripts/run-built.mjs"]
