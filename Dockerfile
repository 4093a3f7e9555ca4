# The service in a small image: not as root, nothing written but to /data.
#   docker build -t tote --build-arg TOTE_COMMIT=$(git rev-parse --short=12 HEAD) .
#   docker run --rm --read-only --tmpfs /tmp -v tote-data:/data -p 127.0.0.1:3000:3000 tote
FROM node:22-bookworm-slim AS build
WORKDIR /tote
COPY . .
# The image has no git checkout; /v1/config, /readyz, metrics and log name this commit.
ARG TOTE_COMMIT=unknown
# The first command installs the locked packages, without their scripts, compiles the sources and
# builds the page. What only tests and builds need is removed again.
RUN node tools/build/prepare.mjs \
  && npm prune --omit=dev --ignore-scripts --no-save --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production TOTE_DATA_DIR=/data TOTE_HOST=0.0.0.0
COPY --from=build /tote /tote
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /tote
VOLUME /data
# The API, and the metrics if TOTE_METRICS_PORT says so.
EXPOSE 3000 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.TOTE_PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/cli/bin/tote.mjs"]
CMD ["start"]
