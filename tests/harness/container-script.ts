/**
 * What gives one part of a composition its tree of files, its user and its limits, as a container has them: a script of a shell in a
 * mount namespace of its own, which ends as the command that it is given.
 */
import { execFileSync } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Part } from './composed-parts.ts'

export type Places = {
  /** Where trees and volumes are made. */
  folder: string
  /** The files of an image of the service, and its packages. */
  release: string
  packages: string
  /** What names are resolved by. */
  resolving: string
}

/** What an image has of this machine's files. `etc` is a copy, so that files of the composition can stand in it. */
const seen = ['bin', 'sbin', 'lib', 'lib64', 'usr', 'dev', 'proc', 'sys']

export async function containerScript(box: string, part: Part, places: Places): Promise<string> {
  const root = path.join(places.folder, 'roots', box)
  await mkdir(root, { recursive: true })
  const lines = [`mount -t tmpfs tmpfs ${root}`, `cd ${root}`]
  for (const name of seen)
    lines.push(`if [ -L /${name} ]; then cp -P /${name} .; else mkdir ${name} && mount --rbind /${name} ${name}; fi`)
  lines.push(
    'cp -a /etc .',
    `cp ${places.resolving} etc/resolv.conf.of`,
    'rm -f etc/resolv.conf',
    'mv etc/resolv.conf.of etc/resolv.conf',
  )
  lines.push(
    'mount -t tmpfs tmpfs usr/local',
    'mkdir -p app tmp run/postgresql var/tmp',
    'ln -s /run var/run',
    'chmod 1777 tmp var/tmp run run/postgresql',
  )
  lines.push(`mount --bind ${places.release} app`, `mount --bind ${places.packages} app/node_modules`)
  lines.push('mount -o remount,bind,ro app')
  for (const { source, target, isVolume, isReadOnly } of part.mounts) {
    const from = isVolume ? await volumeOf(path.join(places.folder, 'volumes', source), part.user) : source
    const at = target.slice(1).replace(/\/$/, '')
    lines.push(`if [ -d ${from} ]; then mkdir -p ${at}; else mkdir -p ${path.dirname(at)} && touch ${at}; fi`)
    lines.push(`mount --bind ${from} ${at}`)
    if (isReadOnly) lines.push(`mount -o remount,bind,ro ${at}`)
  }
  for (const place of part.temporary) lines.push(`mount -t tmpfs -o mode=1777 tmpfs .${place}`)
  if (part.isReadOnly) lines.push(`mount -o remount,ro ${root}`)
  const [user = '', group = user] = part.user.split(':')
  const who = `--reuid ${user} --regid ${group} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all`
  const files = part.openFilesMax
  if (files !== null)
    lines.push(`if [ $(ulimit -Hn) -ge ${files} ]; then ulimit -n ${files}; else ulimit -n $(ulimit -Hn); fi`)
  lines.push(`exec chroot ${root} setpriv ${who} "$@"`)
  return lines.join('\n')
}

/** The folder of a volume, made for its user where it is not there. */
async function volumeOf(folder: string, user: string): Promise<string> {
  if ((await mkdir(folder, { recursive: true })) === undefined) return folder
  const id = (of: string): number =>
    /^\d/.test(user) ? Number(user.split(':')[0]) : Number(execFileSync('id', [of, user], { encoding: 'utf8' }))
  await chown(folder, id('-u'), id('-g'))
  return folder
}
