// Unpacks an archive here, and prints the names of its files.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { open } from "yauzl";

open(process.argv[2] ?? "", { lazyEntries: true }, (fault, archive) => {
  if (fault) throw fault;
  archive.on("entry", (entry) => {
    archive.openReadStream(entry, async (fault, stream) => {
      if (fault) throw fault;
      mkdirSync(dirname(entry.fileName), { recursive: true });
      writeFileSync(entry.fileName, await buffer(stream));
      process.stdout.write(`${entry.fileName}\n`);
      archive.readEntry();
    });
  });
  archive.readEntry();
});
