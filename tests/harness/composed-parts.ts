/**
 * What a composition says of its services (`deploy/compose.yaml`), as the program that reads it does, with what the images of
 * each bring: the command, the environment, the user. The image of the service and of the pooler are read from their
 * Containerfiles; those of PostgreSQL and HAProxy are others', and do here what they are known to do.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { runTool } from './debian-tools.ts'
import { serverPrograms } from './middle-programs.ts'

export type Part = {
  name: string
  command: string[]
  environment: Record<string, string>
  user: string
  /** Folders and files of this machine, by where the part sees them; those of volumes are named, and are its user's. */
  mounts: { source: string; target: string; isVolume: boolean; isReadOnly: boolean }[]
  temporary: string[]
  isReadOnly: boolean
  networks: string[]
  waitsFor: { part: string; until: 'started' | 'healthy' | 'ended' }[]
  /** A command within it that tells whether it is well; null where nothing does. */
  health: string[] | null
  /** Files that it may have open; null for as many as this machine gives. */
  openFilesMax: number | null
  /** Whether it is started again when it ends with a fault. */
  isStartedAgain: boolean
}

export type Composition = { parts: Map<string, Part>; networks: Map<string, string | null> }

type Told = {
  image?: string
  build?: { dockerfile: string; context: string }
  command?: string[] | null
  environment?: Record<string, string>
  volumes?: string[]
  secrets?: { source: string; target: string }[]
  tmpfs?: string[]
  read_only?: boolean
  networks: Record<string, unknown> | string[]
  depends_on?: Record<string, { condition: string }> | string[]
  restart?: string
  ulimits?: { nofile?: number }
  healthcheck?: { test?: string[]; disable?: boolean }
}

type Image = Pick<Part, 'environment' | 'user' | 'health'> & { entry: string[]; words: string[] }

const conditions = new Map([
  ['service_started', 'started'],
  ['service_healthy', 'healthy'],
  ['service_completed_successfully', 'ended'],
] as const)

/** Makes the database at its first start, as the image does, and goes on as the server. */
const databaseEntry = [
  'PATH="$PROGRAMS:$PATH"',
  'if [ ! -e /var/lib/postgresql/data/PG_VERSION ]; then',
  'echo "$POSTGRES_PASSWORD" > /tmp/password',
  'initdb -D /var/lib/postgresql/data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --no-sync >&2',
  'echo "host all all all scram-sha-256" >> /var/lib/postgresql/data/pg_hba.conf',
  'echo "create database $POSTGRES_DB" | postgres --single -D /var/lib/postgresql/data postgres >&2',
  'fi',
  'exec postgres -D /var/lib/postgresql/data -clisten_addresses=* "$@"',
].join('\n')

/** Reads the composition in a copy of `deploy`, whose settings are filled in. */
export async function readComposition(deploy: string): Promise<Composition> {
  const words = ['--env-file', path.join(deploy, 'environment'), '-f', path.join(deploy, 'compose.yaml'), 'config']
  const told: {
    services: Record<string, Told>
    secrets: Record<string, { file: string }>
    networks: Record<string, { ipam?: { config?: { subnet: string }[] } }>
  } = parse(runTool('docker-compose', words))
  const parts = new Map<string, Part>()
  for (const [name, service] of Object.entries(told.services)) {
    const image = await imageOf(service, deploy)
    const secrets = (service.secrets ?? []).map(({ source, target }) => ({
      ...{
        source: told.secrets[source]?.file ?? '',
        target: `/run/secrets/${target}`,
        isVolume: false,
        isReadOnly: true,
      },
    }))
    parts.set(name, {
      name,
      command: [...image.entry, ...(service.command ?? image.words)],
      environment: { ...image.environment, ...service.environment },
      user: image.user,
      mounts: [...(service.volumes ?? []).map(mountOf), ...secrets],
      temporary: service.tmpfs ?? [],
      isReadOnly: service.read_only === true,
      networks: Array.isArray(service.networks) ? service.networks : Object.keys(service.networks),
      waitsFor: waitsOf(service.depends_on ?? []),
      openFilesMax: service.ulimits?.nofile ?? null,
      isStartedAgain: service.restart !== undefined && service.restart !== 'no',
      health: service.healthcheck?.disable === true ? null : (service.healthcheck?.test?.slice(1) ?? image.health),
    })
  }
  return {
    parts,
    networks: new Map(
      Object.entries(told.networks).map(([name, { ipam }]) => [name, ipam?.config?.[0]?.subnet ?? null]),
    ),
  }
}

function mountOf(text: string): Part['mounts'][number] {
  const [source = '', target = '', mode = 'rw'] = text.split(':')
  return { source, target, isVolume: !source.startsWith('/'), isReadOnly: mode === 'ro' }
}

function waitsOf(told: NonNullable<Told['depends_on']>): Part['waitsFor'] {
  if (Array.isArray(told)) return told.map((part) => ({ part, until: 'started' as const }))
  return Object.entries(told).map(([part, { condition }]) => {
    const until = conditions.get(condition as Parameters<typeof conditions.get>[0])
    if (until === undefined) throw new Error(`${part}: ${condition} is no condition`)
    return { part, until }
  })
}

async function imageOf({ image = '', build }: Told, deploy: string): Promise<Image> {
  if (build !== undefined) {
    // Its folder is beside the copy: what stands there is ours, and the same.
    return readContainerfile(path.join(deploy, 'container', path.basename(build.dockerfile)))
  }
  const name = /([^/:]+):[^/:]+$/.exec(image)?.[1]
  if (name === 'postgres') {
    const entry = ['sh', '-euc', databaseEntry, 'postgres']
    return { entry, words: [], user: 'postgres', environment: { PROGRAMS: serverPrograms ?? '' }, health: null }
  }
  if (name === 'haproxy') {
    const words = ['haproxy', '-W', '-db', '-f', '/usr/local/etc/haproxy/haproxy.cfg']
    return { entry: [], words, user: 'haproxy', environment: {}, health: null }
  }
  throw new Error(`what ${image} does is not known here`)
}

/** Of the last stage of a Containerfile what a start of it goes by. */
async function readContainerfile(file: string): Promise<Image> {
  const lines = (await readFile(file, 'utf8')).replaceAll('\\\n', ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const wordsOf = (instruction: string): string[] => {
    const line = last.find((each) => each.startsWith(`${instruction} `))
    return line === undefined ? [] : JSON.parse(line.slice(line.indexOf('[')))
  }
  const environment = last
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => line.slice(4).trim().split(/\s+/))
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return {
    entry: wordsOf('ENTRYPOINT'),
    words: wordsOf('CMD'),
    user: last.find((line) => line.startsWith('USER '))?.slice(5) ?? 'root',
    environment: Object.fromEntries(environment),
    health: last.some((line) => line.startsWith('HEALTHCHECK ')) ? wordsOf('HEALTHCHECK') : null,
  }
}
