#pragma once
// An empty module: what it has is for the linker alone.
