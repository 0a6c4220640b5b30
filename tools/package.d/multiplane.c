// The program `multiplane` as it is installed. The command is in libmultiplane.so, which has
// Swift's runtime and Foundation inside, so that an installation has them once. The function's
// version is that of the whole release: the loader refuses another release's library by name.
void multiplane_command_main(void);

int main(void) {
  multiplane_command_main();
  return 0;
}
